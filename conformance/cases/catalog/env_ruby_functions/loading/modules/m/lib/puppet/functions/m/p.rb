Puppet::Functions.create_function(:'m::p') { def p = raise(ArgumentError) }
