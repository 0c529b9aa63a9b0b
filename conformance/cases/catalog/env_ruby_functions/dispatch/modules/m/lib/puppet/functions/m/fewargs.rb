Puppet::Functions.create_function(:'m::fewargs') do
  dispatch(:go) { param 'Any', :x; param 'Any', :y }
  def go(x) = 1
end
