class m { notify { 'site': } }
include m
include m::sub
