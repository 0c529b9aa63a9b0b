class m { notice('m') include m::a }
include m
notify { 'y': }
