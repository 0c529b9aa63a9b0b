Puppet::Functions.create_function(:'m::ae') { def ae = JSON.parse('{') }
