class { 'k': }
notice(m::t('r = catalog.resource("Class[k]"); [r[:p], r[:n], r.to_hash.inspect, r.parameters.keys.inspect, r.keys.inspect, r.has_key?(:p), r.include?("p")]'))
notice(m::t('catalog.resource("Class[k]").parameters[:p].value'))
notice(m::t('catalog.resource("Class[K]").scope.to_s'))
notice(m::t('catalog.resource("class", "k").then { |r| [r.type, r.title] }'))
notice(m::t('r = catalog.resource("Notify[in k]"); [r.scope, r.source.class, r.source.name, r.source.module_name, r.scope.resource, r.line, r.catalog.class, r.environment.name]'))
notice(m::t('catalog.container_of(catalog.resource("Notify[in k]"))'))
notice(m::t('catalog.adjacent(catalog.resource("Class[k]")).map(&:to_s)'))
notice(m::t('r = catalog.resource("Class[k]"); r.each { |k, v| }; r.map { |k, v| k.to_s }.sort'))
