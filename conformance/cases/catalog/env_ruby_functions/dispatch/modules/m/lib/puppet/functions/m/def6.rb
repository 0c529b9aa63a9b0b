Puppet::Functions.create_function(:'m::def6') do
  def def6(*, b) = b
end
