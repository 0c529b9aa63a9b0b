Puppet::Functions.create_function(:'m::e21') do
  dispatch(:go) { required_repeated_param 'Any', :x; repeated_param 'Any', :y }
  def go(*) = 1
end
