Puppet::Functions.create_function(:'m::e4') do
  dispatch(:go) { param 'Any', 'b' }
  def go(*) = 1
end
