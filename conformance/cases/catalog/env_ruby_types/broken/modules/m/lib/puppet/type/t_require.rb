require 'no_such_thing_at_all'
Puppet::Type.newtype(:t_require) do
  newparam(:name)
end
