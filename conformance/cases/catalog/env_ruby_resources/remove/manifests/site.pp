notify { 'gone': }
notify { 'stays': }
notice(m::t('catalog.remove_resource(catalog.resource("Notify[gone]")); catalog.resource("Notify[gone]")'))
