module Puppet::Parser::Functions
  newfunction(:shadow2, :type => :rvalue) do |args|
    "3x"
  end
end
