function f($x) { notice(inline_template('<% @x << "f" %>')) $x }
function g($y) { $z = f($y) notice($y, $z) $y }
$a = ['x']
notice(g($a))
notice($a)
