Puppet::Functions.create_function(:'m::e1') do
  dispatch(:go) { optional_param 'Any', :a; param 'Any', :b }
  def go(*) = 1
end
