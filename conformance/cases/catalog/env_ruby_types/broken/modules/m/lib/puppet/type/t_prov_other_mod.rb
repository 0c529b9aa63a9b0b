Puppet::Type.newtype(:t_prov_other_mod) do
  newparam(:name)
end
