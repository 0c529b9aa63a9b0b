# spec: 004 "Operator Syntax": examples of infix and prefix operators
$a = 1
$system = 'Linux'
$on = true
$devices = ['lo', 'eth0']
notice(5 < 9, $system != 'Solaris', [*$devices], !$on, -$a, - $a, ! $on)
