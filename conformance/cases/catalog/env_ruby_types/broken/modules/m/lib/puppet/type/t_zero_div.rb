Puppet::Type.newtype(:t_zero_div) do
  newparam(:name)
  1/0
end
