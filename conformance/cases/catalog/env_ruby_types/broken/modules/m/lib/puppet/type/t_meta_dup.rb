Puppet::Type.newtype(:t_meta_dup) do
  newparam(:name)
  newparam(:alias)
end
