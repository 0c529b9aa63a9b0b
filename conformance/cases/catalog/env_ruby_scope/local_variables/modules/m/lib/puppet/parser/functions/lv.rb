module Puppet::Parser::Functions
  newfunction(:lv, type: :rvalue) { |args| lookupvar(args[0]) }
end
