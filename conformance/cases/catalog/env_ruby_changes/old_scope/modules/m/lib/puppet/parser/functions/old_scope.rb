module Puppet::Parser::Functions
  newfunction(:old_scope, :type => :rvalue) do |args|
    lookupvar(args[0]).push('viascope')
    lookupvar(args[0]).inspect
  end
end
