Puppet::Functions.create_function(:'m::e6') do
  dispatch(:go) { param 'Integer[', :b }
  def go(*) = 1
end
