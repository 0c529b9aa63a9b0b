class m { notify { 'site': } }
include m
