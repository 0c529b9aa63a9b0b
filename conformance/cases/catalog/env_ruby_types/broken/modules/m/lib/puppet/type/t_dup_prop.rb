Puppet::Type.newtype(:t_dup_prop) do
  newparam(:name)
  newproperty(:bar)
  newproperty(:bar)
end
