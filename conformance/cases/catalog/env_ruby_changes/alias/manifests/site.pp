$a = ['x', inline_template('q')]
$b = $a
$n = [$a, { 'k' => $a }]
notice(inline_template('<% @a << "z" %>'))
notice($b, $n)
notice(inline_template('<% @n[1]["k"] << "y" %>'))
notice($a, $b, $n)
