Puppet::Functions.create_function(:'m::e9') do
  dispatch(:go) { block_param 'Integer', :b }
  def go(*) = 1
end
