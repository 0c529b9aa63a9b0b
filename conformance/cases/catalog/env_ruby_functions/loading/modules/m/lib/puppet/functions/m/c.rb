Puppet::Functions.create_function(:'m::c') { def c = 1 }
raise 'after'
