Puppet::Parser::Functions.newfunction(:hidden_by_another, type: :rvalue) { |arguments| "third #{arguments}" }
