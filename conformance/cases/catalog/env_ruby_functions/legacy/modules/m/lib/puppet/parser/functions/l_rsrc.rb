module Puppet::Parser::Functions
  newfunction(:l_rsrc) do |args|
    function_create_resources(["notify", {"made" => {"message" => "m"}}])
  end
end
