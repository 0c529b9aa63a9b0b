module Puppet::Parser::Functions
  newfunction(:sprintf, :type => :rvalue) do |args|
    "3x sprintf"
  end
end
