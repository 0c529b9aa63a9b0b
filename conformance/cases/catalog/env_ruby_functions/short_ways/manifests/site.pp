$h = { 'a' => 1, 'u' => undef, 'b' => [1, 2] }
$text = 'ab1x'
$none = undef
node n00 { m::quick($h, ['a', 'b', 'c'], $text).each |$i, $value| { notice("${i} ${value}") } }
node n01 { notice(template('m/t.erb')) }
node n02 { m::quick({}, [], "z\nac2").each |$i, $value| { notice("${i} ${value}") } }
