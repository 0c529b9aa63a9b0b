# Hash() of pairs on the right; unit: 300000 merge
$h = Integer[1, 300000].reduce({}) |$acc, $i| { $acc + Hash([["k${$i % 500}", $i]]) }
notice("CHECK ${h.size} ${h['k7']}")
