Puppet::Functions.create_function(:'m::def4') do
  def other(a) = a
end
