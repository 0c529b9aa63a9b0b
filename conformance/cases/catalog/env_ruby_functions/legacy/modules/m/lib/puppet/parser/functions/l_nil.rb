module Puppet::Parser::Functions
  newfunction(:l_nil, :type => :rvalue) do |args|
    nil
  end
end
