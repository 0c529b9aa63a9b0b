Puppet::Functions.create_function(:'m::e3') do
  dispatch(:go) { block_param; param 'Any', :b }
  def go(*) = 1
end
