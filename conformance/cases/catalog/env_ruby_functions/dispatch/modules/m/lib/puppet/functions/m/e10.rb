Puppet::Functions.create_function(:'m::e10') do
  dispatch(:go) { block_param 'Callable', 'b' }
  def go(*) = 1
end
