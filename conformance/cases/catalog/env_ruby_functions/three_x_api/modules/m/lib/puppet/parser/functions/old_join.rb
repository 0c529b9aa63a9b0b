module Puppet::Parser::Functions
  newfunction(:old_join, type: :rvalue, doc: 'Joins.') do |args|
    [args[0]].flatten.join('+')
  end
end
