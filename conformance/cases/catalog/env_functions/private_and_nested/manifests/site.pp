notify { m::name('x'): }
notice(m::deep::inner(3), environment::own(), top_level())
include m
