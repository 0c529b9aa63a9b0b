Puppet::Type.newtype(:by_fact) do
  newparam(:name)
  newproperty(:linux) if Facter.value(:kernel) == 'Linux'
end
