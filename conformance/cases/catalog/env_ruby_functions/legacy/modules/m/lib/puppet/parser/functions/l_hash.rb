module Puppet::Parser::Functions
  newfunction(:l_hash, :type => :rvalue) do |args|
    to_hash.key?("local")
  end
end
