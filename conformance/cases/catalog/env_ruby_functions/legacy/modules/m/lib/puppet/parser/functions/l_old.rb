module Puppet::Parser::Functions
  newfunction(:l_old, :type => :rvalue, :doc => <<-EOS
    doc
    EOS
  ) do |arguments|
    raise(Puppet::ParseError, "l_old(): Wrong number of arguments given (#{arguments.size} for 1)") if arguments.size < 1
    value = arguments[0]
    unless value.is_a?(Array) || value.is_a?(String)
      raise(Puppet::ParseError, 'l_old(): Requires either array or string to work with')
    end
    value.is_a?(Array) ? value.map { |i| i.is_a?(String) ? i.upcase : i } : value.upcase
  end
end
