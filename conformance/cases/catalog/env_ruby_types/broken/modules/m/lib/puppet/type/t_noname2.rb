Puppet::Type.newtype(:t_noname2) do
  newproperty(:bar)
end
