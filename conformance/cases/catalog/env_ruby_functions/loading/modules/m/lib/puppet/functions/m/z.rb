Puppet::Functions.create_function(:'m::z') { def z = {}.fetch(:nokey) }
