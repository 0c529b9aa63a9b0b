# reverse_each, step and slice over everything that has elements, with and without their own lambdas
function go($x) { 
  $x.reverse_each |$e| { notice('re', $e) }
  $x.step(2) |$e| { notice('st', $e) }
  $x.slice(2) |$e| { notice('sl', $e) }
  $x.slice(2) |$e, $f| { notice('s2', $e, $f) }
  $x.slice(3) |$e, $f, $g| { if $e == 4 { next(1) } notice('s3', $e, $f, $g) }
  notice($x.reverse_each.map |$e| { [$e] })
  notice($x.step(2).filter |$e| { $e != 3 })
  notice($x.reverse_each.step(2).map |$e| { $e })
  notice($x.step(2).reverse_each.reduce([]) |$m, $e| { $m << $e })
  notice($x.step(3).any |$e| { $e == 4 }, $x.reverse_each.all |$e| { $e != 2 })
  $x.step(2).each |$i, $e| { notice($i, $e) }
  notice($x.reverse_each.map |$i, $e| { "${i}-${e}" })
  notice($x.reverse_each.reduce |$m, $e| { "${m}${e}" })
  $it = $x.step(2)
  notice($it.map |$e| { $e }, $it.map |$e| { $e })
  $jt = $x.step(2).each |$e| { if $e == 3 { break() } }
  notice($jt.map |$e| { $e })
  $x.reverse_each |$e| { if $e == 2 { break() } notice('b', $e) }
  $x.step(1) |$e| { if $e == 2 { break() } notice('c', $e) }
  $x.slice(1) |$e| { if $e == [3] { break() } notice('d', $e) }
}
[5, [1,2,3,4,5], Integer[1,6], {a=>1,b=>2,c=>3}, 'héy', Enum[a,b,c], [], 0, [[1,2],[3]], {}, ''].each |$x| { notice('---', $x) go($x) }
$s = Integer[1, 2000].reverse_each.reduce(0) |$m, $x| { ($m * 3 + $x) % 1000003 }
$t = Integer[1, 2000].step(3).reduce(0) |$m, $x| { ($m * 3 + $x) % 1000003 }
$u = 2000.reverse_each.map |$x| { $x * 2 }.filter |$x| { $x % 3 == 0 }
notice($s, $t, $u.size)
Integer[1,3000].step(100) |$x| { notice($x) }
function h() { [1,2,3].reverse_each |$x| { if $x == 2 { return($x) } } 'none' }
notice(h())
notice([1, 2].map |$z| { Integer[1, 3].reverse_each.slice(2) |$k, $y| { notice($k, $y) } })
