module Puppet::Parser::Functions
  newfunction(:legacy_refuse, type: :rvalue, arity: 1) do |args|
    raise args[0] == 'parse' ? Puppet::ParseError : ArgumentError, "legacy #{args[0]}"
  end
end
