Puppet::Functions.create_function(:'m::jumps') do
  dispatch(:run) { param 'Any', :what; param 'Any', :n }

  def run(what, n)
    case what
    when 'guards' then guards(n)
    when 'kept' then kept(n)
    when 'rescued' then rescued(n)
    when 'each' then each(n)
    when 'loops' then loops(n)
    when 'nested' then nested(n)
    else return 'else'
    end
  end

  def guards(n)
    return 'g0' if n == 0
    return 'g1' if n == 1
    return 'g2' if n == 2
    return 'g3' if n == 3
    return 'g4' if n == 4
    return 'g5' if n == 5
    return 'g6' if n == 6
    return 'g7' if n == 7
    return 'g8' if n == 8
    return 'g9' if n == 9
    return 'g10' if n == 10
    return 'g11' if n == 11
    return 'g12' if n == 12
    return 'g13' if n == 13
    return 'g14' if n == 14
    return 'g15' if n == 15
    return 'g16' if n == 16
    return 'g17' if n == 17
    return 'g18' if n == 18
    return 'g19' if n == 19
    return 'g20' if n == 20
    return 'g21' if n == 21
    return 'g22' if n == 22
    return 'g23' if n == 23
    return 'g24' if n == 24
    return 'g25' if n == 25
    return 'g26' if n == 26
    return 'g27' if n == 27
    return 'g28' if n == 28
    return 'g29' if n == 29
    return 'g30' if n == 30
    return 'g31' if n == 31
    return 'g32' if n == 32
    return 'g33' if n == 33
    return 'g34' if n == 34
    return 'g35' if n == 35
    return 'g36' if n == 36
    return 'g37' if n == 37
    return 'g38' if n == 38
    return 'g39' if n == 39
    n
  end

  def kept(n)
    list = []
    begin
      list << 1
      return list if n == 1
      Integer(n)
    rescue ArgumentError
      list << 2
      return list if n == 'a'
      list << 3
    else
      list << 4
      return list
    ensure
      list << 5
    end
    list << 6
  end

  def rescued(n)
    return Integer(n)
  rescue ArgumentError
    return 'rescued' unless n == 'b'
    'b'
  end

  def each(n)
    seen = []
    kept = n.map do |x|
      next if x.nil?
      next 'one' if x == 1
      if x == 2
        seen << x
        next 'two', 2
      else
        seen << 'else'
      end
      seen << x
      next x unless x == 3
      return seen if n.length > 5
      'three'
    end
    n.each { |x| next unless x; seen << "e#{x}"; next if x == 1; seen << 'after' }
    { 'a' => 1, 'b' => 2 }.each do |key, value|
      next if value == 1
      seen << value
    end
    { 'a' => 1, 'b' => 2 }.each do |key, value|
      next if value == 1
      seen << key
    end
    [kept, seen]
  end

  def loops(n)
    found = []
    i = 0
    while i < n
      i += 1
      next if i == 2
      found << i
      break found << 'end' if i == 5
    end
    for x in [1, 2, 3]
      next unless x == 2
      found << "x#{x}"
    end
    found << [1, 2, 3].select { |y| next true if y == 1; y == 3 }
    found
  end

  def nested(n)
    double = lambda { |x| return 'none' if x.nil?; next 'zero' if x == 0; x * 2 }
    n.map { |x| [1].each { |y| next }; next double.call(x) if x != 7; break 'seven' }
  end
end
