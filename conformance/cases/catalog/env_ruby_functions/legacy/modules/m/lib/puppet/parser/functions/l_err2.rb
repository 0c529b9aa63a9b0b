module Puppet::Parser::Functions
  newfunction(:l_err2, :type => :rvalue) do |args|
    raise ArgumentError, "ae"
  end
end
