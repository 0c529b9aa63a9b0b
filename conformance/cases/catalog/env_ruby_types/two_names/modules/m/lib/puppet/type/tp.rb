Puppet::Type.newtype(:tp) do
  newparam(:name) { isnamevar }
  newparam(:other) { isnamevar }
end
