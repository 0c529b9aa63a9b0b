module Puppet::Parser::Functions
  newfunction(:legacy_probe, type: :rvalue, arity: -2) do |args|
    begin
      call_function(args[0], args[1])
      "#{args[0]}: fine"
    rescue StandardError => e
      "#{args[0]}: #{e.class} < #{e.class.superclass}: #{e.message}"
    end
  end
end
