class c { $list = ['in c'] notice(m::scoped('list')) notice($list) }
include c
notice(m::scoped('c::list'))
notice($c::list)
notice(m::scoped('::c::list'))
notice($c::list)
