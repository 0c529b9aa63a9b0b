module Puppet::Parser::Functions
  newfunction(:to_array_of_json_strings, type: :rvalue) { |args| args.length }
end
