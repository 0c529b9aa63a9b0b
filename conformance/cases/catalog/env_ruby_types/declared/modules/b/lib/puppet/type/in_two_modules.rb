Puppet::Type.newtype(:in_two_modules) { newparam(:name); newparam(:of_b) }
