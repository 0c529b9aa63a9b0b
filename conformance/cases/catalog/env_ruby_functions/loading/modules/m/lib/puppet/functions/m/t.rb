Puppet::Functions.create_function(:'m::t') { def t = throw(:foo) }
