module Puppet::Parser::Functions
  newfunction(:openFoo, :type => :rvalue) { |args| File.extname(args[0]) + defined?(ObjectSpace).to_s }
end
