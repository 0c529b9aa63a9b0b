module Puppet::Parser::Functions
  newfunction(:f, :type => :bogus) { |args| 5 }
end
