Puppet.fail 'failing'
