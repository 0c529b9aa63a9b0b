Puppet::Functions.create_function(:'m::refuse') do
  dispatch :refuse do
    param 'String', :kind
  end

  def refuse(kind)
    case kind
    when 'argument' then raise ArgumentError, 'argument'
    when 'type' then raise TypeError, 'type'
    when 'key' then {}.fetch(:a)
    when 'puppet' then raise Puppet::Error, 'puppet'
    when 'parse' then raise Puppet::ParseError, 'parse'
    when 'zero' then 1 / 0
    when 'nil' then nil.nope
    else raise kind
    end
  end
end
