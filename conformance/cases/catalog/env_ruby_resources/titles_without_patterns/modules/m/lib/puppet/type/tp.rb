Puppet::Type.newtype(:tp) do
  newparam(:a) { isnamevar }
  newparam(:b) { isnamevar }
  newparam(:c)
end
