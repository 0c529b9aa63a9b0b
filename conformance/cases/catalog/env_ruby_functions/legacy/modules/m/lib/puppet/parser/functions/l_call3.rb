module Puppet::Parser::Functions
  newfunction(:l_call3, :type => :rvalue) do |args|
    function_sprintf(["%s", 1])
  end
end
