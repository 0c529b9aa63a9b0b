Puppet::Functions.create_function(:'m::pair') do
  local_types do
    type 'Pair = Tuple[Integer, Integer]'
  end
  dispatch :pair do
    param 'Pair', :p
    return_type 'Integer'
  end
  def pair(p)
    p[0] + p[1]
  end
end
