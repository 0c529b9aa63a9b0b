Puppet::Type.type(:t_prov_pkgparent).provide(:x, :parent => Puppet::Type.type(:package).provider(:apt)) do
  has_feature :versionable
end
