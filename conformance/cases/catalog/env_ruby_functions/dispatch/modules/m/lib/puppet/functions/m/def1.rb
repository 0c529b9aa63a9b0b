Puppet::Functions.create_function(:'m::def1') do
  def def1(a, b, c = 10, *d) = [a, b, c, d].inspect
end
