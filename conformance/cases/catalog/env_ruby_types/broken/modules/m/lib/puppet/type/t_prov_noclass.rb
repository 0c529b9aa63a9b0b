Puppet::Type.newtype(:t_prov_noclass) do
  newparam(:name)
end
