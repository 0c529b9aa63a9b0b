@notify { 'v': }
notify { 'r': }
@@notify { 'e': }
notice(m::t('r = catalog.resource("Notify[v]"); r.virtual = false; r.virtual?'))
notice(m::t('r = catalog.resource("Notify[r]"); r.virtual = true; r.virtual?'))
notice(m::t('r = catalog.resource("Notify[e]"); r.virtual = false; [r.virtual?, r.exported?]'))
