Puppet::Functions.create_function(:'m::v') { def v = raise(Puppet::DevError, 're') }
