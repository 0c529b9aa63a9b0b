# é
module Puppet::Parser::Functions
 newfunction(:lat1, :type=>:rvalue) { |a| "x" }
end
