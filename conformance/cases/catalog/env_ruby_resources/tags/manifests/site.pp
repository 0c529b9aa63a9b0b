include k
notice(m::t('r = catalog.resource("Notify[in k]"); [r.tags.to_a.sort.inspect, r.tagged?("t1"), r.tagged?("K"), r.tagged?("nope"), r.tagged?("t1", "nope"), r.tags.class]'))
notice(m::t('r = catalog.resource("Notify[in k]"); r.tag("A::b", "c"); r.tags.to_a.sort'))
notice(m::t('r = catalog.resource("Notify[in k]"); r.tag("bad tag!")'))
notice(m::t('r = catalog.resource("Class[k]"); r.tag("zz"); r.tags.to_a.sort'))
