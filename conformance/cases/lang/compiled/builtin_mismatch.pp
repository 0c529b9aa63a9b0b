# hot code: a mismatch of a built-in function in compiled code
function a2($x) { size($x) + compare($x, 1) }
Integer[0, 80].each |$i| { if $i == 80 { a2($i) } else { compare($i, 2) } }
