Puppet::Type.newtype(:t_syntax) do
  newparam(:name
end
