module Puppet::Parser::Functions
  newfunction(:l_call5, :type => :rvalue) do |args|
    function_notice(["x"]); function_l_st([1]); nil
  end
end
