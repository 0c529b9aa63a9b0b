Puppet::Functions.create_function(:'m::variantblock') do
  dispatch(:go) { param 'Any', :x; block_param 'Variant[Callable[1,1],Callable[2,2]]', :blk }
  def go(x, &b) = b.arity == 1 ? yield(x) : yield(x, 'second')
end
