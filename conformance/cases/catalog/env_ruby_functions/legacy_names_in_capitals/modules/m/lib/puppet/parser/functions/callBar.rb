module Puppet::Parser::Functions
  newfunction(:callBar, :type => :rvalue) { |args| function_fooBar([args]) }
end
