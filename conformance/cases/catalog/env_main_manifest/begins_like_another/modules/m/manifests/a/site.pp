include m include m::ab
