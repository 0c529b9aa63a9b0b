Puppet::Functions.create_function(:'m::inner') do
  dispatch(:x) { param 'Any', :a; block_param }
  def x(a)
    a << 'before'
    r = yield(a)
    a << 'after'
    r
  end
end
