# Each call of a function has match variables of its own; those of its caller stay.
function first(String $s) { if $s =~ /(\d+)/ { $1 } else { $1 } }
function nested(String $s, Integer $n) {
  if $s =~ /^(.)(.*)$/ {
    $inner = if $n > 0 { nested($2, $n - 1) } else { $1 }
    "${1}${inner}${first("a${n}b")}${2}"
  } else { "none${1}" }
}
$all = Integer[1, 40].map |$i| {
  if "x${i}y" =~ /x(\d)/ { $f = first("q${$i + 100}")
    "${1}-${f}-${first('none')}-${1}" } else { 'no' }
}
notice($all[0], $all[39])
notice(Integer[1, 30].map |$i| { nested("abc${i}", $i % 4) }[20, 4])
'zz9' =~ /(z)/
notice(first('5'), $1)
