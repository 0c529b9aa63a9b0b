include m
include m::only_b