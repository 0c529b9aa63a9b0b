Puppet::Parser::Functions.newfunction(:twice, type: :rvalue) { |arguments| "second #{arguments}" }
