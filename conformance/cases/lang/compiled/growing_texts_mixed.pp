# hot code: texts that grow, of other values too
$r = Integer[1, 50].reduce(0) |$m, $i| { "${m}${$i % 10}" }
notice($r)
$u = Integer[1, 50].reduce(undef) |$m, $i| { "${m}${[$i]}" }
notice($u)
$f = Integer[1, 30].reduce('') |$m, $i| { if $m =~ /7/ { "${m}<${0}>" } else { "${m}${$i * 1.5}" } }
notice($f)
$g = Integer[1, 50].reduce('') |$m, $i| { if $m.length > 20 { '' } else { "${m}${i}" } }
notice($g)
function grow(Integer $n, String $with = '') { Integer[1, $n].reduce($with) |$m, $i| { "${m}${i}" } }
$base = grow(20)
notice([grow(5, $base), grow(3, $base), $base])
$h = Integer[1, 50].reduce({}) |$m, $i| { $k = "k${$i % 5}" $m + { $k => "${m[$k]}${i}," } }
notice($h)
$e = Integer[1, 50].reduce('') |$m, $i| { if $i == 30 { break() } "${m}é${i}" }
notice($e, $e.length)
$list = ['a', 'b', 'c'].map |$x| { Integer[1, 40].reduce($x) |$m, $i| { "${m}${x}" } }
notice($list)
