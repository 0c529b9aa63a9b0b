Puppet::Functions.create_function(:'m::e13') do
  dispatch('go') { param 'Any', :a }
  def go(*) = 1
end
