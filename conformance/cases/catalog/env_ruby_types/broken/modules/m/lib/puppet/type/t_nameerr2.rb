Puppet::Type.newtype(:t_nameerr2) do
  newparam(:name)
  newproperty(:bar, :parent => Puppet::Property::Nope)
end
