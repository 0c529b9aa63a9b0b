notice(m::t('compiler.evaluate_classes(["k"], scope).size'))
notice(m::t('compiler.evaluate_classes(["nope"], scope).inspect'))
notice(m::t('scope.environment.known_resource_types.hostclass("k").ensure_in_catalog(scope).to_s'))
