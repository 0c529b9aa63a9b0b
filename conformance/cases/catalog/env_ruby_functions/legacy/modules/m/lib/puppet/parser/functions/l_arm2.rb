module Puppet::Parser::Functions
  newfunction(:l_arm2, :type => :rvalue, :arity => -2, :doc => "x") do |args|
    args.inspect
  end
end
