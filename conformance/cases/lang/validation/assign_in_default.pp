# no assignment in the default of a parameter
class a($x = ($y = 1), $z = [($v = 1), ($w = 2)]) { }
define b($x = ($y = 1)) { }
function c($x = ($y = 1)) { }
[1].each |$q = ($y = 1)| { }
