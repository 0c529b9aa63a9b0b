module Puppet::Parser::Functions
 # commént
 newfunction(:lb, :type => :rvalue) do |args|
  "h"
 end
end
