Puppet::Functions.create_function(:'m::f4') { def f4(x) = "f4#{x}" }
