Puppet::Type.type(:t_prov_parent).provide(:a, :parent => :z) do
end
