module Puppet::Parser::Functions
  newfunction(:l_call2, :type => :rvalue) do |args|
    Puppet::Parser::Functions.function(:l_rv); function_l_rv([2])
  end
end
