Puppet::Type.newtype(:t_ens2) do
  newparam(:name)
  ensurable
  ensurable
end
