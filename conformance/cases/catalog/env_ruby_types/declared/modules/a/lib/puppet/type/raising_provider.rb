Puppet::Type.newtype(:raising_provider) { newparam(:name) }
