Puppet::Type.newtype(:t_bad_popt) do
  newparam(:name, :nope => 1)
end
