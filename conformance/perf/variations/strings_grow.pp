# grown in reduce; unit: 20000 elem
$s = Integer[1, 20000].reduce('') |$m, $i| { "${m}${i}," }
notice("CHECK ${s.length}")
