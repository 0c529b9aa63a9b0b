function g($x) { [$x, "g${x}".size] }
$r = Integer[1,200].map |$i| {
  $g = Integer[1,1].map |$j| { Integer[1,3].reduce({}) |$mx26, $x26| { $mx26 + { "q${x26}" => "t${x26}-52" } } }
  Integer[1,9].reduce({}) |$mx32, $x32| { $mx32 + { "q${x32}" => { 'a' => "t${x32}-15", "k${x32}" => { 'a' => "t${x32}-5", "k${x32}" => "t${i}-67" } } } }
}
notice($r.size, md5("${r}"))
notice("${r[0]}"[0,60])
