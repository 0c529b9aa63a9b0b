Puppet::Parser::Functions.newfunction(:m_leg, :type => :rvalue) { |args| "leg #{args.inspect}" }
