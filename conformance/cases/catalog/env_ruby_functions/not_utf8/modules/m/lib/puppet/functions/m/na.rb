Puppet::Functions.create_function(:"m::na") do
 def na
 "hé"
 end
end
