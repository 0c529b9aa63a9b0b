Puppet::Functions.create_function(:'m::nameerr') do
  nonesuch
end
