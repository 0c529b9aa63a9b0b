# hot code: texts that grow
$s = 'start'
$r = Integer[1, 300].reduce($s) |$m, $i| { "${m},${i}" }
notice($s, $r)
$two = Integer[1, 60].reduce(['', '']) |$m, $i| { ["${m[0]}${i}", "${m[1]}${m[0].length} "] }
notice($two)
$old = Integer[1, 60].reduce('') |$m, $i| { $n = "${m}${i}" if $i % 7 == 0 { $m } else { "${n}." } }
notice($old)
$twice = Integer[1, 12].reduce('x') |$m, $i| { "${m}${m}"[0, 40] }
notice($twice)
$kept = Integer[1, 40].reduce([[], '']) |$m, $i| { $t = "${m[1]}${i}" [$m[0] << $t, $t] }
notice($kept[0][3], $kept[0][10], $kept[1])
$nest = Integer[1, 9].reduce('') |$m, $i| { Integer[1, 9].reduce("${m}|") |$n, $j| { "${n}${$i * $j} " } }
notice($nest)
$alone = Integer[1, 30].reduce('') |$m, $i| { $a = "${m}" $b = "${m}${i}" if $a == '' { $b } else { "${b}${a.length}" } }
notice($alone)
