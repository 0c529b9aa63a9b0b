Puppet::Type.type(:t_prov_dup).provide(:x) do
end
Puppet::Type.type(:t_prov_dup).provide(:x) do
end
