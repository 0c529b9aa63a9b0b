require 'puppet/property/list'
require 'puppet/parameter/boolean'

module PuppetX; module A; end; end

class PuppetX::A::Key < Puppet::Parameter
  def self.inherited(kind)
    super
    kind.isnamevar
  end
end

Puppet::Type.newtype(:from_parents) do
  newparam(:key, parent: PuppetX::A::Key)
  newproperty(:items, parent: Puppet::Property::List) { def membership; :member; end }
  newparam(:member, boolean: true, parent: Puppet::Parameter::Boolean)
end
