Puppet::Functions.create_function(:'m::e7') do
  dispatch(:go) { param 'Nonesuch', :b }
  def go(*) = 1
end
