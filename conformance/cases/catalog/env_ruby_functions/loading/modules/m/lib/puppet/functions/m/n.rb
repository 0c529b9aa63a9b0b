Puppet::Functions.create_function(:'m::n') { def n = raise(Puppet::Error.new('e', StandardError.new('orig'))) }
