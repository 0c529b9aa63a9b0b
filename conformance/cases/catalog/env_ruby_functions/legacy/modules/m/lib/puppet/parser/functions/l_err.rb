module Puppet::Parser::Functions
  newfunction(:l_err, :type => :rvalue) do |args|
    raise Puppet::ParseError, "l_err(): bad #{args[0]}"
  end
end
