Puppet::Type.newtype(:two_words) do
  newparam(:name)
  newproperty(:x)
end
