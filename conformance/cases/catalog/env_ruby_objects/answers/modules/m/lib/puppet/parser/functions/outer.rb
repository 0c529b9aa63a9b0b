module Puppet::Parser::Functions
  newfunction(:outer, :type => :rvalue, :arity => -2) do |args|
    args << 'more'
    inner = function_inner(args)
    [inner, args, function_inner(['x', 'y'])]
  end
end
