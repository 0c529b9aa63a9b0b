# but in a lambda there it is fine
function c($x = [1].map |$e| { $y = $e + 1 $y }) { $x }
notice(c())
