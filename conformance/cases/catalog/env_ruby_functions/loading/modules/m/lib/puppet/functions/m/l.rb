Puppet::Functions.create_function(:'m::l') { def l = raise(Puppet::Error, 'e') }
