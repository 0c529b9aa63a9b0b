# spec: 004 "Assignment", a class that is not declared
class c { $a = 1 }
[$a] = Class['c']
