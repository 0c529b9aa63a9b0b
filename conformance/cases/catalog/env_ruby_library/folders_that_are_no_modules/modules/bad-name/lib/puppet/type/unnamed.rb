Puppet::Type.newtype(:unnamed) do
  newparam(:name)
  newproperty(:x)
end
