# a fact read in the loop; unit: 1000000 elem
$r = Integer[1, 1000000].reduce(0) |$acc, $x| { if $facts['nothing'] == undef { ($acc + $x) % 1000003 } else { 0 } }
notice("CHECK ${r}")
