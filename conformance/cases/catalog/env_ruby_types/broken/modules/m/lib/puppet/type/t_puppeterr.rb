raise Puppet::Error, 'puppet error'
