Puppet::Functions.create_function(:newCap) { def newCap = 1 }
