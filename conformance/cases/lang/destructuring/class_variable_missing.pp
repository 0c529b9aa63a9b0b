# spec: 004 "Assignment", a class without the variable
class c { $a = 1 }
include c
[$a, $zz] = Class['c']
