module Puppet::Parser::Functions
  newfunction(:l_var, :type => :rvalue) do |args|
    [lookupvar("local"), self["local"], lookupvar("::kernel"), lookupvar("kernel")]
  end
end
