Puppet::Type.newtype(:t_dup_mixed2) do
  newparam(:name)
  newproperty(:bar)
  newparam(:bar)
end
