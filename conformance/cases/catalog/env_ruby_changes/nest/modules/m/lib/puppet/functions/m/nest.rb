Puppet::Functions.create_function(:'m::nest') do
  dispatch(:x) { param 'Any', :a }
  def x(a)
    case a
    when Array then a.each { |e| x(e) }; a.push(a.size)
    when Hash then a.each_value { |e| x(e) }; a['n'] = a.size
    when String then a.upcase!
    end
    a
  end
end
