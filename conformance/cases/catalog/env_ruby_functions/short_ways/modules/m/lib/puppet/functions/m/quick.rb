# Short ways of calls: variables and literal texts as operands.
Puppet::Functions.create_function(:'m::quick') do
  dispatch :quick do
    param 'Hash', :given
    param 'Array', :list
    param 'String', :text
  end

  def quick(given, list, text)
    out = []
    key = 'a'
    sym = :a
    none = nil
    own = { 'a' => 1, :a => 2, 3 => 'three', nil => 'nothing', 'n' => nil }
    counted = Hash.new { |hash, name| "no #{name}" }
    counted['a'] = 'x'
    zero = Hash.new(0)
    out << own[key] << own[sym] << own[3] << own[none] << own['n'] << own['q'].inspect
    out << own.key?(key) << own.include?(sym) << own.key?('n') << own.key?('q') << own.has_key?(none)
    out << counted[key] << counted['zz'] << zero[key] << zero['b'] << counted.key?('zz')
    out << given[key] << given['u'].inspect << given.key?('u') << given.include?('v') << given[sym].inspect
    pattern = /^a(b|c)[12]/
    other = /b\z/
    out << pattern.match?(text) << pattern.match?('xb1') << other.match?("x\nab") << pattern.match?("q\nac2")
    out << (pattern.match(text) ? 'yes' : 'no') << text.match?(pattern)
    out << pattern.match?(none) << (pattern =~ text).inspect
    out << (text == 'ab1x') << (text == key) << (text == sym) << (key == 'a') << (sym == :a)
    one = 1
    float = 1.0
    out << (one == float) << (one == 1) << (one < 2) << (one >= one) << (one == key) << (one == none)
    out << none.nil? << one.nil? << text.empty? << ''.empty? << list.empty? << [].empty? << own.empty? << !none << !text
    own.each do |name, value|
      next if name == 'a'
      out << "#{name.inspect}=#{value.inspect}"
    end
    out << own[key]
    given.each { |name, value| out << name if value.nil? }
    found = own.each { |name, value| break name if value == 'three' }
    out << found
    seen = []
    list.each_with_index { |item, at| seen << "#{at}#{item}" unless at == 1 }
    list.each_with_object(seen) { |item, memo| memo << item }
    list.reverse_each { |item| seen << item; next if item == key; seen << '!' }
    out << seen.join(',')
    [[1, [2, 3]], [4, [5, 6]]].each { |a, (b, c)| out << a + b + c }
    { 'p' => [1, 2] }.each { |pair| out << pair.inspect }
    { 'p' => [1, 2] }.each { |name, (a, b)| out << "#{name}#{a}#{b}" }
    i = 0
    while i < 5
      i += 1
      next if i == 2
      break if i == 4
      out << i
    end
    out
  end
end
