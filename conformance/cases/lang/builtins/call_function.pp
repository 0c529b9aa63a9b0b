notice(call('upcase', 'a'), call('map', [1, 2]) |$x| { $x + 1 })
function add($a, $b) { $a + $b }
notice(call('add', 1, 2), call(Deferred('upcase', ['x'])))
call('no_such')
