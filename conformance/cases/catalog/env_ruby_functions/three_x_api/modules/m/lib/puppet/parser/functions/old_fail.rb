module Puppet::Parser::Functions
  newfunction(:old_fail, type: :rvalue, arity: -2) do |args|
    raise Puppet::ParseError, "old_fail(): got #{args.inspect}"
  end
end
