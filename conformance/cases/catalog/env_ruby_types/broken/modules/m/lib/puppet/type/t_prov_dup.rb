Puppet::Type.newtype(:t_prov_dup) do
  newparam(:name)
end
