include m include m::b
