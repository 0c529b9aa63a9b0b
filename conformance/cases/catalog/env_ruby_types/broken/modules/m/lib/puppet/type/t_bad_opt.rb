Puppet::Type.newtype(:t_bad_opt, :nope => 1) do
  newparam(:name)
end
