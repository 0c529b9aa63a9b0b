module Puppet::Parser::Functions
  newfunction(:l_undef, :type => :rvalue) do |args|
    :undef
  end
end
