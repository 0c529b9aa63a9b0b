module Puppet::Parser::Functions
  newfunction(:legacy_group, type: :rvalue) { |args| lookupvar(args[0]).inspect }
end
