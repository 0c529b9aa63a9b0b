include m
include m::sub
include m::a::b
m::d { 'x': }
m { 'y': }
