Puppet::Type.newtype(:t_inprov_type) do
  newparam(:name)
end
