function g($x) { break() }
$f = 'g'
call($f, 1)
