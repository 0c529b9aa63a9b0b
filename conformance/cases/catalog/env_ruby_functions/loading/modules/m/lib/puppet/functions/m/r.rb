Puppet::Functions.create_function(:'m::r') { def r = raise("two\nlines") }
