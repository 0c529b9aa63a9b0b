Puppet::Type.newtype(:t_next_in) do
  newparam(:name)
  next
  raise 'x'
end
