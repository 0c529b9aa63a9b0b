Puppet::Functions.create_function(:'m::o') { def o = raise(Puppet::PreformattedError.new('pre', 'f.pp', 3)) }
