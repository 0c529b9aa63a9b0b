Puppet::Type.newtype(:no_patterns) do
  newparam(:host, namevar: true)
  newparam(:port, namevar: true)
end
