Puppet::Type.newtype(:t_parent_nil) do
  newparam(:name)
  newparam(:x, :parent => Puppet::Parameter::Nope)
end
