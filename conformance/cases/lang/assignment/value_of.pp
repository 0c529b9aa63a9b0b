# an assignment is an expression
notice($a = 5)
$b = [$c = 1, $d = $c + 1]
notice($b, $c, $d)
if ($e = undef) { notice('truthy') } else { notice("falsy ${e}") }
