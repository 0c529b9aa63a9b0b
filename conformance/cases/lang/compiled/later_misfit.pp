# compiled/later_misfit: an error in a function that only a later loop calls
type Later::Small = Integer[0, 50]
function later::twice(Later::Small $x) >> Later::Small { $x * 2 }
$a = Integer[1, 3000].reduce(0) |$m, $i| { ($m + $i) % 1009 }
$b = Integer[1, 3000].reduce(0) |$m, $i| { ($m + later::twice(if $i == 2990 { 26 } else { $i % 26 })) % 1009 }
