$h = { 'a b' => [1, { c => 'deep' }], key => 'k' }
$n = 3
notice("${h['a b'][1]['c']} ${$h[key]} ${$n + 1} ${-$n} ${[1, 2].map |$x| { "${x}!" }} ${if $n > 2 { 'big' } else { 'small' }}")
notice("$n.x $n[0] $h[key] ${n}th \$n \${n} ${h[key].upcase} ${upcase('z')}")
