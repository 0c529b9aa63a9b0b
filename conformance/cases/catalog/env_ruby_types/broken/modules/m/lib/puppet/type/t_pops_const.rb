Puppet::Nope
