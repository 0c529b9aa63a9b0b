include m::x
