Puppet::Functions.create_function(:'m::i') { def i = nil.foo }
