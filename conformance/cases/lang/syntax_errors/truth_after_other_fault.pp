# spec: 003 "Interpolation", a word of truth beside other faults
$a::b = 1 $c = "${false}"
