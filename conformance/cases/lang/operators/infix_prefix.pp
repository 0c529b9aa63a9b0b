# spec: 004 "Operator Syntax": infix between, prefix before
$a = [1, 2]
$v = true
notice(5 < 9, 'x' != 'Solaris', !$v, -3, - 3, *$a)
