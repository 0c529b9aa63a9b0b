Puppet::Type.newtype(:t_prov_fileparent) do
  newparam(:name)
end
