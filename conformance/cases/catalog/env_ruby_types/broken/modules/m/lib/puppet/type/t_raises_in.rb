Puppet::Type.newtype(:t_raises_in) do
  newparam(:name)
  raise ArgumentError, 'inside'
end
