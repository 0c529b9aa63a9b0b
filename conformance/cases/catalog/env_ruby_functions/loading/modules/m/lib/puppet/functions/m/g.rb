Puppet::Functions.create_function(:'m::g') { def g = NoSuchConst }
