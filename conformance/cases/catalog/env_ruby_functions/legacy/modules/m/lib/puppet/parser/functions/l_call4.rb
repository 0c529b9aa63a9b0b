module Puppet::Parser::Functions
  newfunction(:l_call4, :type => :rvalue) do |args|
    call_function("abs", [-1])
  end
end
