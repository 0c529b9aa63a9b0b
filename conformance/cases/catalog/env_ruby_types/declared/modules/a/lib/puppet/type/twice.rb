Puppet::Type.newtype(:twice) do
  newparam(:name)
  newproperty(:same)
  newproperty(:same)
end
