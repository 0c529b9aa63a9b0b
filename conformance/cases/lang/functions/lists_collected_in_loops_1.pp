function g($x) { [$x, "g${x}".size] }
$r = Integer[1,30].map |$i| {
  $g = Integer[1,20].map |$j| { Integer[1,9].reduce({}) |$mx26, $x26| { $mx26 + { "q${x26}" => ["t${x26}-53", "t${i}-23"] } } }
  [$g[0], { 'a' => Integer[1,9].reduce([]) |$mx18, $x18| { $mx18 + ["t${x18}-12"] }, "k${i}" => ["t${i}-89", "t${i}-80", 3].filter |$x15| { $x15 =~ NotUndef and "8${x15}" != '' } }]
}
notice($r.size, md5("${r}"))
notice("${r[0]}"[0,60])
