return
Puppet::Type.newtype(:t_return_top) do
  newparam(:name)
end
