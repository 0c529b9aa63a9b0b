Puppet::Type.newtype(:unknown_condition) do
  newparam(:name)
  newproperty(:path) do
    defaultto '/a' if Facter.value(:kernel) == 'none'
    newvalues(*(Facter.value(:kernel) == 'Linux' ? [:a] : [:b]))
  end
end
