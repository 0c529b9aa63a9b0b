# spec: 004 "Assignment", a nested pattern of a class
class c { $a = 1 }
include c
[$a, [$b]] = Class['c']
