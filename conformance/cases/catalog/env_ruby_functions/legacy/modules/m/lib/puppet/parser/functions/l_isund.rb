module Puppet::Parser::Functions
  newfunction(:l_isund, :type => :rvalue) do |args|
    args.map { |a| [a.nil?, a == :undef, a == ""] }
  end
end
