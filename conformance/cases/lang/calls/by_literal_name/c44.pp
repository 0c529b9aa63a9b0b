function f() { call('getvar', 'x') }
$x = 3
notice(f())
