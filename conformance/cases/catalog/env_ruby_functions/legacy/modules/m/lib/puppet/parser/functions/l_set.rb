module Puppet::Parser::Functions
  newfunction(:l_set) do |args|
    setvar("neu", args[0])
  end
end
