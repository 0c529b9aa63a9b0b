module Puppet::Parser::Functions
  newfunction(:l_rv, :type => :rvalue) do |args|
    args.inspect
  end
end
