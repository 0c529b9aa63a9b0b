# The é is not UTF-8.
Puppet::Type.newtype(:latin) { newparam(:name); newparam(:more) }
