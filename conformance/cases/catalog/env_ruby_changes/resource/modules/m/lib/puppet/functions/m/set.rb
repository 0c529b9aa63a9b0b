Puppet::Functions.create_function(:'m::set') do
  dispatch(:x) { param 'Any', :a; param 'Any', :k; param 'Any', :v }
  def x(a, k, v)
    a[k] = v
    a
  rescue => e
    "#{e.class}: #{e.message}"
  end
end
