Puppet::Type.newtype(:t_prop_noname) do
  newparam(:name)
  newparam
end
