Puppet::Functions.create_function(:'m::al') { def al; Facter.value(:kernel); end }
