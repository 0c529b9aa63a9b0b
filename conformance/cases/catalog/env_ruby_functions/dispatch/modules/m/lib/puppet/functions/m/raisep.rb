raise Puppet::Error, 'pe while loading'
