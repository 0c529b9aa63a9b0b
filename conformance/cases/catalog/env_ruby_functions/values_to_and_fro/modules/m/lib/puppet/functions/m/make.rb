Puppet::Functions.create_function(:'m::make') do
  def make
    [1, 1.0, :sym, nil, :undef, { 'k' => [true] }, 2**40, 'a'..'c', /x/i].map { |x| x.is_a?(Range) ? x.to_a : x }
  end
end
