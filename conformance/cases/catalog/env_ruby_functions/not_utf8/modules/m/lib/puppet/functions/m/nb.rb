# hé
Puppet::Functions.create_function(:"m::nb") do
 def nb
 "h"
 end
end
