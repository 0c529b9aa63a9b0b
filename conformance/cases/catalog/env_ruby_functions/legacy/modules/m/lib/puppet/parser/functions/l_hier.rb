module Puppet::Parser::Functions
  newfunction(:l_hier, :type => :rvalue) do |args|
    call_function("lookup", ["k"])
  end
end
