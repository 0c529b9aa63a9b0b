Puppet::Functions.create_function(:'m::e22') do
  dispatch(:go) { optional_param 'Any', :x; required_repeated_param 'Any', :y }
  def go(*) = 1
end
