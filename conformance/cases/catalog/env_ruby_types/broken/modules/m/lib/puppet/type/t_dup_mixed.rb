Puppet::Type.newtype(:t_dup_mixed) do
  newparam(:name)
  newparam(:bar)
  newproperty(:bar)
end
