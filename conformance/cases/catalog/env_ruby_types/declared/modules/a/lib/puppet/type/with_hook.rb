require File.expand_path(File.join(File.dirname(__FILE__), '..', '..', 'puppet_x', 'a', 'macros'))

Puppet::Type.newtype(:with_hook) do
  include PuppetX::A::Common
  newparam(:name)
  flag :quick
end
