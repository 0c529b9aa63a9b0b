Puppet::Parser::Functions.newfunction(:l_raise, :type => :rvalue) { |a| 1 }
raise 'in load'
