module Puppet::Parser::Functions
  newfunction(:l_find2, :type => :rvalue) do |args|
    Puppet::Parser::Functions.function(:nonesuch_zz).inspect
  end
end
