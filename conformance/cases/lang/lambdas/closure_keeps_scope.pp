$fs = [1, 2].map |$x| { $y = $x * 10 [$x, $y] }
notice($fs)
$z = 'outer'
[1].each |$z| { notice("inner ${z}") }
notice($z)
