Puppet::Type.newtype(:t_break_in) do
  newparam(:name)
  break
end
