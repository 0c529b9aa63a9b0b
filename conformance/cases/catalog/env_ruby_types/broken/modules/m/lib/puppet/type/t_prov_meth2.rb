Puppet::Type.newtype(:t_prov_meth2) do
  newparam(:name)
end
