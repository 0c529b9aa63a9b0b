# a name in braces with accesses and method calls is a variable
$h = { k => { l => [1, 2] }, 'm n' => 3 }
$s = 'abc'
notice("${h['k']['l'][1]} ${h[k][l]} ${h['m n']} ${s[1]} ${s[0,2]}")
notice("${s.upcase} ${s.upcase.length} ${h.keys} ${h['k'].keys[0]} ${ s . upcase }")
notice("${s.length + 1} ${h['m n'] * 2} ${[1, 2].map |$x| { $x * 2 }}")
