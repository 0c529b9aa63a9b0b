Puppet::Type.newtype(:t_twice_newtype) do
  newparam(:name)
end
Puppet::Type.newtype(:t_twice_newtype) do
  newparam(:name)
  newparam(:more)
end
