module Puppet::Parser::Functions
  newfunction(:l_call, :type => :rvalue) do |args|
    function_l_rv(["x", 1])
  end
end
