module Puppet::Parser::Functions
  newfunction(:old_say, type: :statement, arity: 1) do |args|
    function_notice([args[0].upcase])
  end
end
