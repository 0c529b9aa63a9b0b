notify { ['a', 'b']: }
file { '/x': }
include k
notice(m::t('catalog.resources.select { |r| r.type == "Notify" }.map(&:ref)'))
notice(m::t('catalog.resources.map(&:to_s)'))
notice(m::t('catalog.resources.map(&:class).uniq.map(&:to_s)'))
notice(m::t('[catalog.resource_refs.inspect, catalog.classes.inspect, catalog.name, catalog.environment, catalog.class, catalog.resource("Nope[x]"), catalog.resource("Notify", "zz"), catalog.version.class]'))
notice(m::t('catalog.tags.to_a'))
notice(m::t('catalog.vertices.map(&:to_s)'))
notice(m::t('catalog.edges.map { |e| e.to_s }'))
notice(m::t('compiler.resources.map(&:to_s)'))
