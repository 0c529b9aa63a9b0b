$top = 1
include k
notice(m::t('[scope.class, scope.compiler.class, scope.catalog.class, compiler.topscope, compiler.topscope["top"], compiler.topscope == scope, scope.environment.class, scope.environment.name, scope.resource, scope.source.class, scope.parent, scope.inspect]'))
notice(m::t('n = compiler.node; [n.class, n.name, n.environment.name, n.facts.class, n.facts.name, n.facts.values["os"], n.parameters.keys.sort.inspect, n.classes.inspect, n.to_s == n.inspect, n.trusted_data.inspect, n.ipaddress, n.time.class, n.source, n.expiration, n.environment_name]'))
notice(m::t('[compiler.environment.name, compiler.catalog.equal?(catalog), compiler.collections.inspect, compiler.relationships.inspect, compiler.code_id, compiler.facts.class, compiler.boot_injector]'))
notice(m::t('[compiler.class, compiler.loaders.class, compiler.classlist.inspect, compiler.findresource("Class", "k"), compiler.findresource("Class[k]"), compiler.findresource("Nope[x]")]'))
