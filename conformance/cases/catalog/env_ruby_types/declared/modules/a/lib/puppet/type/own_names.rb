Puppet::Type.newtype(:own_names) do
  newparam(:name)
end
