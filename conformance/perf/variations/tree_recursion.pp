# a tree of hashes, walked; unit: 327640 node
function build($d) { if $d == 0 { { 'v' => 1 } } else { { 'v' => $d, 'l' => build($d - 1), 'r' => build($d - 1) } } }
function total($t) { if $t['l'] { $t['v'] + total($t['l']) + total($t['r']) } else { $t['v'] } }
$t = build(12)
$r = Integer[1, 40].reduce(0) |$m, $i| { $m + total($t) }
notice("CHECK ${r}")
