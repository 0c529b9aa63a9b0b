# compiled/computed_defaults: defaults that are code get the parameters before them, in order
function later(Integer $a, Integer $b = [$a, 2].map |$x| { $x * 3 }.reduce |$s, $x| { $s + $x }, $c = max($a, $b), *$rest) {
  $a * 10000 + $b * 100 + $c + $rest.size
}
function texts(String $name, String $title = "${name}-${$name.length}", Optional[String] $tail = $title[-1]) {
  if $title =~ /(\d+)$/ { "${title}/${1}/${tail}" } else { "${title}:${tail}" }
}
function logs($a, $b = with($a) |$x| { notice("default of ${x}"); $x + 1 }) { $a + $b }
function unused($a, $b = with($a) |$x| { notice("unused ${x}") }) { $a }
function numbers(Integer[0, 5] $a, Integer[0, 30] $b = $a * $a + size([$a])) { $a + $b }
function deeper(Integer $n, Integer $step = if $n > 5 { 2 } else { 1 }) {
  if $n <= 0 { 0 } else { 1 + deeper($n - $step) }
}
function leaves($a, $b = [1, 2, 3].each |$x| { if $x == $a { return("left ${x}") } }) { $b }
function skips($a, $b = [1, 2, 3].map |$x| { if $x == $a { next(0) } if $x == $a + 1 { break() } $x }) { $b }
notice(Integer[1, 3000].reduce(0) |$m, $i| { ($m + later($i % 7) + later($i % 5, 4) + later(1, 2, 3, $i)) % 100003 })
notice(Integer[1, 1500].reduce('') |$m, $i| { "${texts("n${$i % 9}")}${m}"[0, 20] })
notice(Integer[1, 1500].reduce(0) |$m, $i| { ($m + numbers($i % 5) + numbers($i % 3, 7)) % 1009 })
notice(Integer[1, 3].map |$i| { logs($i) + logs($i, 1) + unused($i) })
notice(Integer[1, 900].reduce(0) |$m, $i| { ($m + deeper($i % 20)) % 1009 })
notice(Integer[1, 1200].map |$i| { leaves($i % 5) }[1000, 5], Integer[1, 1200].map |$i| { skips($i % 4) }[1000, 4])
