Puppet::Type.newtype(:changed_language) do
  def self.newproperty(name, *) = newparam(:"my_#{name}")
  newparam(:name)
  newproperty(:thing)
end
