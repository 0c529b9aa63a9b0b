Puppet::Functions.create_function(:'m::an') { def an; Puppet.lookup(:current_environment).name; end }
