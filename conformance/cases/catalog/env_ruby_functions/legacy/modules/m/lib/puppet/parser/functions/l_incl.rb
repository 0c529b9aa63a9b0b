module Puppet::Parser::Functions
  newfunction(:l_incl) do |args|
    call_function("include", ["inc"])
  end
end
