# type name lower
$x = A::b
