Puppet::Type.type(:parent_elsewhere).provide(:x, parent: Puppet::Type.type(:provided).provider(:base)) do
  has_feature :fast
end
