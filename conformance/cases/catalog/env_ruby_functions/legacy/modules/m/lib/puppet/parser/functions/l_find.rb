module Puppet::Parser::Functions
  newfunction(:l_find, :type => :rvalue) do |args|
    r = findresource("Notify[n]"); [r.to_s, r && r[:message]]
  end
end
