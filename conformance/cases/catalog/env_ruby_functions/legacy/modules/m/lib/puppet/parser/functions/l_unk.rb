module Puppet::Parser::Functions
  newfunction(:l_unk, :type => :rvalue) do |args|
    lookupvar("nonesuch").inspect
  end
end
