Puppet::Type.newtype(:tr) do
  newparam(:a)
  newparam(:b)
end
