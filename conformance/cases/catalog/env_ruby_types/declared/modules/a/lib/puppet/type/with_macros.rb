require_relative '../../puppet_x/a/macros'

Puppet::Type.newtype(:with_macros) do
  extend PuppetX::A::Macros
  newparam(:name)
  flag :quick
  flag(:quiet, default: :true) { desc 'Overrides.' }
end
