require 'puppet/nope'
Puppet::Type.newtype(:t_loaderr_own) do
  newparam(:name)
  newparam(:bar)
end
