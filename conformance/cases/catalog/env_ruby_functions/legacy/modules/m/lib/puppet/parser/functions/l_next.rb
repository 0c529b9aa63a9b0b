module Puppet::Parser::Functions
  newfunction(:l_next, :type => :rvalue) do |args|
    next 5 if args[0]; 6
  end
end
