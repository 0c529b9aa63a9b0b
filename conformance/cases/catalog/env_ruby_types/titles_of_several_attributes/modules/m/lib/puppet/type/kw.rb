Puppet::Type.newtype(:kw) do
  newparam(:thing, :namevar => true)
  newparam(:flag, :boolean => true, :parent => Puppet::Parameter::Boolean)
  newproperty(:list, :array_matching => :all)
  autorequire(:file) { ['/x'] }
  validate { raise 'never here' if self[:thing] == 'bad' }
end
