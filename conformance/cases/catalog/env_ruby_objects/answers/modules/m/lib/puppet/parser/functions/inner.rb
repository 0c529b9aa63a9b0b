module Puppet::Parser::Functions
  newfunction(:inner, :type => :rvalue) do |args|
    first, last = args
    args << "seen #{args.length}"
    "#{first}/#{last}"
  end
end
