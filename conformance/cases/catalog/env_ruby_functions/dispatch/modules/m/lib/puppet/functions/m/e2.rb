Puppet::Functions.create_function(:'m::e2') do
  dispatch(:go) { repeated_param 'Any', :a; param 'Any', :b }
  def go(*) = 1
end
