module Puppet::Parser::Functions
  newfunction(:fooBar, :type => :rvalue) { |args| "foo #{args}" }
end
