Puppet::Type.newtype(:t_noname) do
  newparam(:bar)
end
