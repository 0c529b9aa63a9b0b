Puppet::Type.newtype(:t_ens3) do
  newparam(:name)
  ensurable
  newproperty(:ensure)
end
