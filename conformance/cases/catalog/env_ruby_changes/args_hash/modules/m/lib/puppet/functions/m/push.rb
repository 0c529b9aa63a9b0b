Puppet::Functions.create_function(:'m::push') do
  dispatch(:x) { param 'Any', :a; optional_param 'Any', :b }
  def x(a, b = 'z')
    a << b
    a.inspect
  rescue => e
    "#{e.class}: #{e.message}"
  end
end
