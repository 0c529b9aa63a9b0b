Puppet::Functions.create_function(:'m::sev') do
  dispatch :a do
    param 'Integer', :a
  end
  dispatch :b do
    param 'String', :a
    param 'Array[Integer]', :b
  end
  dispatch :c do
    param 'Hash', :h
    block_param 'Callable[2]', :blk
  end
  def a(x) = "a #{x}"
  def b(x, y) = "b #{x} #{y}"
  def c(h) = h.map { |k, v| yield(k, v) }
end
