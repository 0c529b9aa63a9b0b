function stdlib::first($x) { if $x == 2 { break() } $x }
