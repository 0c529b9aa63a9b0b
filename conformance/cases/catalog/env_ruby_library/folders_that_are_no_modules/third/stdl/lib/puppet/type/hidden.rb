Puppet::Type.newtype(:hidden) do
  newparam(:name)
  newproperty(:x)
end
