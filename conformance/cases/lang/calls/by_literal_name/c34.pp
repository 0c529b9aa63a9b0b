notice(call('getvar', 'x'))
$x = 1
notice(call('getvar', 'x'))
