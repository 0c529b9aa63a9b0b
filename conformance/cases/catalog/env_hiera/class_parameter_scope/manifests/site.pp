# Class parameters are looked up around the class, with its module name
$where = 'top'
include m
include m::child
