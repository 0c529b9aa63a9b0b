include m::a
include m::b