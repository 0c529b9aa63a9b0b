module Puppet::Parser::Functions
  newfunction(:l_debug) do |args|
    debug("d"); info("i"); notice("n"); warning("w")
  end
end
