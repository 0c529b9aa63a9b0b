# coding: latin-1
Puppet::Functions.create_function(:"m::nc") do
 def nc
 "hé"
 end
end
