Puppet::Functions.create_function(:'m::y') { def y = File.read('/nonexistent') }
