module Puppet::Parser::Functions
  newfunction(:l_fail) do |args|
    fail("failing")
  end
end
