Puppet::Functions.create_function(:'m::aa') { def aa = raise(Class.new(StandardError), 'anon') }
