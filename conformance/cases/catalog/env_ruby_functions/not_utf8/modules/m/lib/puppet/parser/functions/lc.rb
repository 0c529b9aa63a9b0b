# coding: iso-8859-1
module Puppet::Parser::Functions
 newfunction(:lc, :type => :rvalue) do |args|
  "hé"
 end
end
