$a = ['x']
$r = inline_template('<% @a << 1 %><% raise "no" %>')
