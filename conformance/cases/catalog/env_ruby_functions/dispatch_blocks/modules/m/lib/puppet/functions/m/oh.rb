Puppet::Functions.create_function(:'m::oh') do
 dispatch :go do
 optional_repeated_param 'Any', :i
 block_param 'Callable'
 end
 def go(*a, &b)
  b ? b.call(*([1]*b.arity.abs)) : a.inspect
 end
end
