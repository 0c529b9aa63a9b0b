Puppet::Functions.create_function(:'m::e14') do
  dispatch(:go) { return_type Integer }
  def go(*) = 1
end
