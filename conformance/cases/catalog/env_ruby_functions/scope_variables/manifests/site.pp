$top = 'top value'
class c { $local = 'local value' notice(m::scope('top'), m::scope('local'), m::scope('role'), m::fact()) }
include c
notice(m::scope('c::local'))
