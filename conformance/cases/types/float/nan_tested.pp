# spec: 004 "Comparisons"
function smaller($a, $b) {
  if $a < $b { 'yes' } else { 'no' }
}
notice([1.0, 2.0].map |$x| { smaller($x, 1.5) })
notice(smaller(0.0 / 0.0, 1.5))
