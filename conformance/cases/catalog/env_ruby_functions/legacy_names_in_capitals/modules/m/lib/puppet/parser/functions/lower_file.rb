module Puppet::Parser::Functions
  newfunction(:Lower_File, :type => :rvalue) { |args| "lower" }
end
