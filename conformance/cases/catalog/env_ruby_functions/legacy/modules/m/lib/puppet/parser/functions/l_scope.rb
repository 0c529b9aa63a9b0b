module Puppet::Parser::Functions
  newfunction(:l_scope, :type => :rvalue) do |args|
    [self.class.name, to_s, environment.to_s, resource.to_s]
  end
end
