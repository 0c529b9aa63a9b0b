module Puppet::Parser::Functions
  newfunction(:l_ar2, :type => :rvalue, :arity => 2) do |args|
    args.inspect
  end
end
