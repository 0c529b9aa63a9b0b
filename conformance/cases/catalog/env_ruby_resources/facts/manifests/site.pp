class { 'k': p => 'given' }
k::d { 'one': }
@notify { 'virt': }
@@notify { 'exp': }
notice(m::t('r = catalog.resource("Class[k]"); [r.type, r.title, r.ref, r.name, r.to_s, r.virtual?, r.exported?, r.exported, r.virtual, r.file.to_s[/site.pp$/], r.line, r.class?, r.stage?, r.evaluated?, r.isomorphic?, r.resource_type.class, r.resource_type.name, r.kind, r.builtin?, r.builtin_type?]'))
notice(m::t('r = catalog.resource("K::D[one]"); [r.type, r.title, r.ref, r.name, r.to_s, r.virtual?, r.exported?, r.class?, r.evaluated?, r.resource_type.class, r.resource_type.name, r.kind, r.scope, r.source.class, r.source.name]'))
notice(m::t('r = catalog.resource("Notify[virt]"); [r.virtual, r.virtual?, r.exported, r.exported?, r.resource_type, r.builtin_type?]'))
notice(m::t('r = catalog.resource("Notify[exp]"); [r.virtual, r.virtual?, r.exported, r.exported?]'))
notice(m::t('r = catalog.resource("Class[main]"); [r, r.title, r.scope, r.resource_type.name, r.to_hash]'))
notice(m::t('r = catalog.resource("Class[settings]"); [r, r.title, r.to_hash]'))
notice(m::t('r = catalog.resource("Stage[main]"); [r, r.title, r.to_hash, r.scope]'))
