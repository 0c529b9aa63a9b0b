Puppet::Type.type(:t_prov_parent).provide(:z) do
end
