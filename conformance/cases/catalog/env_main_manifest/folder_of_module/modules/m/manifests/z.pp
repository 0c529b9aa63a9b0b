notice('top')
class other { notify { 'x': } }
include other
include m
