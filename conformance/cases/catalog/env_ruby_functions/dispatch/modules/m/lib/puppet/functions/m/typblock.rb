Puppet::Functions.create_function(:'m::typblock') do
  dispatch(:go) { param 'Any', :x; block_param 'Callable[Integer, String]', :blk }
  def go(x, &b) = [b.call(1, 'x'), b.arity, b.lambda?, b.parameters]
end
