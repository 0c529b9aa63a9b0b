Puppet::Functions.create_function(:"m::nd") do
 def nd
 hé = 1
 hé
 end
end
