module Puppet::Parser::Functions
  newfunction(:l_ret, :type => :rvalue) do |args|
    return 5 if args[0]; 6
  end
end
