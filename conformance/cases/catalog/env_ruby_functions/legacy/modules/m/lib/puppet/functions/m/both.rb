Puppet::Functions.create_function(:'m::both') { def both = 'rb' }
