Puppet::Functions.create_function(:'m::e11') do
  dispatch(:go) { block_param 'Callable', :a, :b }
  def go(*) = 1
end
