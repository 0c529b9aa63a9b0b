Puppet::Type.newtype(:gadget) do
  newparam(:name, namevar: true)
  newparam(:size)
end
