module Puppet::Parser::Functions
  newfunction(:l_mod, :type => :rvalue) do |args|
    args[0] << 1; args[0]
  end
end
