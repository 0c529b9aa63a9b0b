# spec: 004 "= (assignment)": the value of the right side
notice(($x = 5), ($y = [1, 2]), $x)
if ($z = undef) { notice('no') } else { notice('undef') }
