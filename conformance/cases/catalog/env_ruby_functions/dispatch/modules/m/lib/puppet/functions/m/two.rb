Puppet::Functions.create_function(:'m::other') do
  def other = 1
end
