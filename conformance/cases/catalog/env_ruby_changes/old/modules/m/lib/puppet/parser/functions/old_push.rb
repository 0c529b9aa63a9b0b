module Puppet::Parser::Functions
  newfunction(:old_push, :type => :rvalue) do |args|
    args[0] << 'old'
    args[0].inspect
  end
end
