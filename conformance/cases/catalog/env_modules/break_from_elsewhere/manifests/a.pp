function leave($x) { if $x == 2 { break() } }
