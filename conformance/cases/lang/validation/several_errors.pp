# all are logged, then counted
$a::b = 1
$1 = 2
class A { }
