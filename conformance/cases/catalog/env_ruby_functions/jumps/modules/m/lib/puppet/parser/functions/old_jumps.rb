module Puppet::Parser::Functions
  newfunction(:old_jumps, :type => :rvalue) do |args|
    n = args[0]
    return 'one' if n == 1
    unless n == 2
      return 'other' if n == 3
      return n
    end
    'two'
  end
end
