# not with interpolation
$x = 1
$a = @("END":json)
  {"a": ${x},}
  | END
notice($a)
