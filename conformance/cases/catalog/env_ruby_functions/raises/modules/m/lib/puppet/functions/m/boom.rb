Puppet::Functions.create_function(:'m::boom') do
  def boom(how)
    case how
    when 'argument' then raise ArgumentError, 'bad argument'
    when 'puppet' then raise Puppet::Error, 'puppet error'
    when 'parse' then raise Puppet::ParseError, 'parse error'
    else raise TypeError, 'type error'
    end
  end
end
