# spec: 003 "Creating a Function": the example max and min
function max2($x, $y) { if $x >= $y { $x } else { $y } }
function mymodule::min($x, $y) { if $x <= $y { $x } else { $y } }
notice(max2(1, 2), mymodule::min(1, 2), mymodule::min('b', 'A'))
