Puppet::Parser::Functions.newfunction(:dotted, type: :rvalue) { |arguments| "hidden #{arguments}" }
