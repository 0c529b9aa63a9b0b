# a function of another file ends the iteration around its call
$seen = [1, 2, 3, 4].each |$x| { notice("each ${x}"); m::stop_at($x, 3) }
notice($seen)
notice([1, 2, 3, 4].map |$x| { m::stop_at($x, 3) })
notice([1, 2, 3, 4].reduce(0) |$sum, $x| { $sum + m::stop_at($x, 3) })
notice([1, 2, 3, 4].slice(2).map |$pair| { m::stop_at($pair[1], 4) })
notice([[1, 2, 3], [4, 5]].map |$xs| { $xs.map |$x| { call('m::stop_at', $x, 2) } })
notice(Integer[1, 4].reverse_each.map |$x| { m::stop_at($x, 2) })
notice([1, 2, 3].each |$x| { notice(epp('m/stop.epp', { x => $x })) })
notice([1, 2, 3, 4].any |$x| { m::stop_at($x, 3); false })
