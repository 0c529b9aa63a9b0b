# spec: 001 "Interpolation": statements with a value
$n = 2
notice("${if $n > 1 { 'many' } else { 'one' }} ${case $n { 2: { 'two' } }} ${$n ? { 2 => 'II' }} ${$m = 3} ${m}")
notice("${[1, 2].map |$x| { $x * 2 }} ${unless false { 'u' }}")
