Puppet::Type.newtype(:t_fail_in) do
  newparam(:name)
  fail 'failing'
end
