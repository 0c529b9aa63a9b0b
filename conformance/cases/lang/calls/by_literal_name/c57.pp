function g($x) { call('nope_thing', $x) }
Integer[1, 300].each |$i| { if $i == 299 { g($i) } }
