Puppet::Functions.create_function(:'m::ret') do
  dispatch(:go) { param 'Any', :x; return_type 'Integer[1,3]' }
  def go(x) = x
end
