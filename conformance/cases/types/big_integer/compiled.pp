# what is known to be an Integer may be beyond 64 bits
function last(Integer $x) { [$x][0] }
function down(Integer $n, Integer $x) { if $n == 0 { $x } else { down($n - 1, $x - 1) } }
function opposite(Integer $x) { [-$x, abs($x), -$x - 1] }
$big = Integer('9223372036854775808')
Integer[1, 200].each |$i| { last($i) }
notice(last($big))
notice(down(10, $big), down(10, 100))
notice(opposite(-9223372036854775807 - 1), opposite(5))
notice([1, $big, 3].map |Integer $x| { $x - 1 })
notice([1, $big].map |$x| { $x ? { Integer[0, 9] => 'low', Integer[10] => 'high' } })
