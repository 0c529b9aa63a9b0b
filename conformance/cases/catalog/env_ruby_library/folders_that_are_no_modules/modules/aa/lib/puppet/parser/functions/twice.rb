Puppet::Parser::Functions.newfunction(:twice, type: :rvalue) { |arguments| "first #{arguments}" }
