module Puppet::Parser::Functions
  newfunction(:upcase, :type => :rvalue) do |args|
    "3x upcase"
  end
end
