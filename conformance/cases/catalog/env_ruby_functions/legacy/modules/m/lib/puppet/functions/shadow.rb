Puppet::Functions.create_function(:shadow) { def shadow = '4x' }
