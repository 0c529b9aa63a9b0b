Puppet::Functions.create_function(:'m::zz') do
 argument_mismatch :mm do
 param 'Hash', :h
 end
 def mm(h) = 'mm'
 def zz(*a) = a.size
end
