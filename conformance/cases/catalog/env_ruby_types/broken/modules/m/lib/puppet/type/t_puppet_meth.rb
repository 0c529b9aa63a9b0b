Puppet.nope
