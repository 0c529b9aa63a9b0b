Puppet::Functions.create_function(:'m::reqblock') do
  dispatch(:go) { param 'Any', :x; required_block_param }
  def go(x) = yield(x)
end
