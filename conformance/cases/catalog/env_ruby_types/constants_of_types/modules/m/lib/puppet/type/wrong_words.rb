Puppet::Type.newtype(:wrong_words) do
  newparam(:name)
  newproperty(:x)
end
