Puppet::Functions.create_function(:'m::fr') do
  dispatch :d do
    repeated_param 'Any', :x
  end
  def d(*x)
    x.map { |e| e.is_a?(Array) ? e.map(&:frozen?) : e.is_a?(Hash) ? e.map { |k, v| [k.frozen?, v.frozen?] } : e.frozen? }
  end
end
