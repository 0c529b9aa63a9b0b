# Texts are ordered without case, numbers by value; any value with a size has a length.
$values = ['b', 'A', 'a', 'B', 'é', '', 'aa', 'É']
$numbers = [3, 2.5, -1, 3.0, 9007199254740993, 9007199254740992.0]
notice($values.sort |$x, $y| { compare($x, $y) })
notice($numbers.sort |$x, $y| { compare($x, $y) })
notice($values.map |$x| { $values.map |$y| { if $x < $y { '<' } elsif $x > $y { '>' } else { '=' } }.join })
notice($numbers.map |$x| { $numbers.filter |$y| { $x <= $y }.length })
notice([$values, $values[4], 'añb', '', {}, { 'a' => 1 }, [], [1]].map |$x| { [$x.length, size($x), empty($x)] })
$mixed = Integer[1, 40].map |$i| { if $i > 35 { $i } else { 'text' } }
notice(Integer[0, 20].reduce(0) |$m, $i| { $m + compare($mixed[$i], 'tex') + $mixed[$i].length })
Integer[30, 39].each |$i| { notice($mixed[$i] < 'zz') }
