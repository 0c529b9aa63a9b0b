Puppet::Functions.create_function(:'m::oj') do
 dispatch :go do
 return_type 'Integer'
block_param
 end
 def go(*a, &b)
  b ? b.call(*([1]*b.arity.abs)) : a.inspect
 end
end
