# spec: 000 "To String Conversions"
$n = 0x1F
$f = 1.50
$a = [1, 2]
$h = {a => 1, b => [2]}
notice("${a} ${h} ${Integer[1, 2]} ${/a.b/} ${n} ${f} ${File}")
