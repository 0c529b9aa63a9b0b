require 'puppet/util/nope'
Puppet::Type.newtype(:t_loaderr_util) do
  newparam(:name)
  newparam(:bar)
end
