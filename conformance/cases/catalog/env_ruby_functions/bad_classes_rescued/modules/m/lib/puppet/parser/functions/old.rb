module Puppet::Parser::Functions
  newfunction(:old, :type => :rvalue, :arity => -2) do |args|
    begin
      code, *rest = args
      eval(code).inspect
    rescue StandardError, SystemStackError => e
      "#{e.class}: #{e.message}"
    end
  end
end
