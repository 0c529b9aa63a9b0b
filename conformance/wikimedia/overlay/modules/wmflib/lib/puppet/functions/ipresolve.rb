# frozen_string_literal: true

# Stands in for a function that asks DNS for A, AAAA and PTR records: gives made-up answers, always the same.
Puppet::Functions.create_function(:ipresolve) do
  dispatch :ipresolve do
    param 'String', :name
    optional_param 'Any', :type
    optional_param 'Any', :nameserver
  end

  def ipresolve(name, type = nil, _nameserver = nil)
    case (type || 4).to_s.downcase
    when '4' then call_function('netdb::address4', name)
    when '6' then call_function('netdb::address6', name)
    when 'ptr' then "host-#{name.tr('.:', '-')}.example.org"
    else raise ArgumentError, 'Type must be 4, 6 or ptr'
    end
  end
end
