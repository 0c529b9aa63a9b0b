Puppet::Type.newtype(:t_dupparam) do
  newparam(:name)
  newparam(:bar)
  newparam(:bar)
end
