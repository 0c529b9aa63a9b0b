Puppet::Parser::Functions.newfunction(:f3b, :type => :rvalue) { |args| "b#{args[0]}" }
