notify { 'a': }
notify { 'b': }
notice(m::t('a = catalog.resource("Notify[a]"); b = catalog.resource("Notify[b]"); a[:before] = b; [a[:before].to_s]'))
notice(m::t('a = catalog.resource("Notify[a]"); a[:require] = Puppet::Resource.new("File", "/x"); a[:require].to_s'))
file { '/x': }
