module Puppet::Parser::Functions
  newfunction(:shout, :type => :rvalue, :doc => 'x') do |args|
    raise Puppet::ParseError, "shout(): needs text" unless args[0].is_a?(String)
    args[0].upcase + lookupvar('bang').to_s + lookupvar("bang").size.to_s
  end
end
