Puppet::Functions.create_function(:"m::bom4") do
 def bom4() "x" end
end
