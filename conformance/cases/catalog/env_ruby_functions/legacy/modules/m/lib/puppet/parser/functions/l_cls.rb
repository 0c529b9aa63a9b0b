module Puppet::Parser::Functions
  newfunction(:l_cls, :type => :rvalue) do |args|
    args.map { |a| a.class.name }
  end
end
