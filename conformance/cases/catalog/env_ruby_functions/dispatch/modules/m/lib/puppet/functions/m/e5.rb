Puppet::Functions.create_function(:'m::e5') do
  dispatch(:go) { param Integer, :b }
  def go(*) = 1
end
