module Puppet::Parser::Functions
  newfunction(:old_fact, type: :rvalue) do |args|
    lookupvar('kernel') + function_old_join([['1', '2']])
  end
end
