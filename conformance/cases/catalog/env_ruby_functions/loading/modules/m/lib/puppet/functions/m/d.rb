require 'nonesuch_file'
Puppet::Functions.create_function(:'m::d') { def d = 1 }
