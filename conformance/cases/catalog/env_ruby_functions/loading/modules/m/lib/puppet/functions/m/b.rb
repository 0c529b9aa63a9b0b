raise 'before'
Puppet::Functions.create_function(:'m::b') { def b = 1 }
