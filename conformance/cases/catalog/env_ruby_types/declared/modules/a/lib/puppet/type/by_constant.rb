module Puppet
  Type.newtype(:by_constant) do
    EXTRA = [:extra] unless defined?(EXTRA)
    newparam(:name)
    newparam(EXTRA.first)
  end
end
