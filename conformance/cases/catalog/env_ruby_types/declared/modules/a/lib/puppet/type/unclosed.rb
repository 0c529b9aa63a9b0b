Puppet::Type.newtype(:unclosed) do
  newparam(:name)
