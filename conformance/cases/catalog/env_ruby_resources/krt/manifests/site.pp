include k
class top1 inherits k { }
define td { }
notice(m::t('k = scope.environment.known_resource_types; [k.class, k.hostclass("k").class, k.hostclass("k").name, k.hostclass("K").class, k.hostclass("::k").class, k.hostclass("nope"), k.definition("k::d").name, k.definition("td").name, k.definition("nope"), k.find_hostclass("k").name, k.find_definition("td").name, k.node("n"), k.hostclasses.keys.inspect, k.definitions.keys.inspect]'))
notice(m::t('k = scope.environment.known_resource_types.hostclass("k"); [k.type.inspect, k.name, k.namespace, k.arguments.keys.inspect, k.parent, k.module_name, k.file.to_s[/k.manifests.*/], k.line, k.doc.inspect, k.to_s, k.valid_parameter?("p"), k.valid_parameter?("zz"), k.valid_parameter?("require")]'))
