Puppet::Type.newtype(:pd) do
 newparam(:aa)
end
