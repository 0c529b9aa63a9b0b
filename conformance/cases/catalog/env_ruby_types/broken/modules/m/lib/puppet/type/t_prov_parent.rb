Puppet::Type.newtype(:t_prov_parent) do
  newparam(:name)
end
