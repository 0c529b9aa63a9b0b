Puppet::Functions.create_function(:'m::u') { def u = raise(Puppet::ResourceError, 're') }
