Puppet::Functions.create_function(:'m::e16') do
  dispatch(:go) { param 'A', :x }
  local_types { type 'A = Integer' }
  def go(*) = 1
end
