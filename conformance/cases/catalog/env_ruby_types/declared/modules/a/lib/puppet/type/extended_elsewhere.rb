Puppet::Type.newtype(:extended_elsewhere) { newparam(:name) }
