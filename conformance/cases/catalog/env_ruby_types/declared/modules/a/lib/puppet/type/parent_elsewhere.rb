Puppet::Type.newtype(:parent_elsewhere) { newparam(:name) }
