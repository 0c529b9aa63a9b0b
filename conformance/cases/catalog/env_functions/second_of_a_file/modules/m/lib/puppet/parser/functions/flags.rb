module Puppet::Parser::Functions
  newfunction(:'m::escape', type: :rvalue) do |args|
    "<#{args[0]}>"
  end

  newfunction(:flags, type: :rvalue) do |args|
    call_function('m::escape', [args[0]]) + function_escape2(['b'])
  end

  newfunction(:escape2, type: :rvalue, arity: 1) do |args|
    call_function('m::escape', args)
  end

  newfunction(:flags, type: :rvalue) do |args|
    call_function('m::escape', [args[0]]) + function_escape2(['b'])
  end
end
