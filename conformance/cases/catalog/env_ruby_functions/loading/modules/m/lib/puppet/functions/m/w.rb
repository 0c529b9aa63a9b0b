Puppet::Functions.create_function(:'m::w') { def w = 1 / 0 }
