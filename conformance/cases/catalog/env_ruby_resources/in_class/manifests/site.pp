class q { notice(m::t('[scope.resource, scope.source.name, scope.source.class, scope.parent, scope.inspect, scope["title"], scope.class_scope(scope.source).to_s, scope.tags.to_a.inspect]')) }
define w { notice(m::t('[scope.resource, scope.source.name, scope.parent, scope.inspect, scope["title"], scope.source.type.inspect, scope.resource.scope, scope.resource.evaluated?.inspect]')) }
include q
w { 'ww': }
notice(m::t('[scope.resource, scope.tags.to_a.inspect]'))
node default { notice(m::t('[scope.resource, scope.source.class, scope.parent, scope.inspect, scope.resource.to_hash.inspect]')) }
