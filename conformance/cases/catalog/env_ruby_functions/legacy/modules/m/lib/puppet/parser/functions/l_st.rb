module Puppet::Parser::Functions
  newfunction(:l_st) do |args|
    Puppet.notice("st #{args.inspect}")
  end
end
