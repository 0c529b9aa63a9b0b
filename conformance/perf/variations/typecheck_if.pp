# =~ in if; unit: 600000 value
$vals = [1, 'abc', 2.5, true, undef, [1], { 'a' => 1 }]
$r = Integer[0, 599999].reduce(0) |$m, $i| {
  $v = $vals[$i % 7]
  $t = if $v =~ Integer { 1 } elsif $v =~ String { 2 } elsif $v =~ Array { 3 } elsif $v =~ Hash { 4 } elsif $v =~ Undef { 5 } else { 6 }
  ($m * 31 + $t) % 1000003
}
notice("CHECK ${r}")
