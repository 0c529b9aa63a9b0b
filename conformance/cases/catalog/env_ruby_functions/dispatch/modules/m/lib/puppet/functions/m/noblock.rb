Puppet::Functions.create_function(:'m::noblock') do
  dispatch(:go) { param 'Any', :x }
  def go(x) = block_given?
end
