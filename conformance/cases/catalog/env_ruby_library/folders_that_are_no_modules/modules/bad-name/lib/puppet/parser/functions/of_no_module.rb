Puppet::Parser::Functions.newfunction(:of_no_module, type: :rvalue) { |arguments| "no_module #{arguments}" }
