Puppet::Functions.create_function(:'m::by_name') { def by_name(name) = call_function(name, 1) }
