Puppet::Type.newtype(:t_nameerror) do
  newparam(:name)
  newparam(:bar) { desc NoSuchThing }
end
