Puppet::Type.newtype(:same_names) do
  @isomorphic = false
  newparam(:name)
end
