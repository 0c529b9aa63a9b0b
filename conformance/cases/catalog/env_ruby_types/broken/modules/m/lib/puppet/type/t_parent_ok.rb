require 'puppet/parameter/boolean'
require 'puppet/property/list'
Puppet::Type.newtype(:t_parent_ok) do
  newparam(:name)
  newparam(:x, :boolean => true, :parent => Puppet::Parameter::Boolean)
  newproperty(:y, :parent => Puppet::Property::List)
  newproperty(:z, :array_matching => :all)
  newproperty(:q, :required_features => :x)
  feature :x, 'hm'
  autorequire(:file) { 'x' }
  validate { }
end
