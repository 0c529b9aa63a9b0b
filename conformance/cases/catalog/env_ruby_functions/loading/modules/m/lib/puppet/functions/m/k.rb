Puppet::Functions.create_function(:'m::k') { def k = raise(Puppet::ParseError.new('pe', 'afile.pp', 7)) }
