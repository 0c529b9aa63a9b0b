Puppet::Parser::Functions.newfunction(:l_another, :type => :rvalue) { |a| 'another' }
