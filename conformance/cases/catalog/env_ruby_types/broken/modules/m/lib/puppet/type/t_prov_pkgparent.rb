Puppet::Type.newtype(:t_prov_pkgparent) do
  newparam(:name)
end
