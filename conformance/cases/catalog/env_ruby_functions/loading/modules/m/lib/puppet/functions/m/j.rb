Puppet::Functions.create_function(:'m::j') { def j = raise(Puppet::ParseError, 'pe') }
