# hot code: errors of built-in functions in compiled code
function a1($x) { $y = $x.map |$v| { sprintf('%d', $v) } $y }
Integer[0, 80].each |$i| { a1([1, 2]) }
[1].each |$z| { notice(a1([1, 'zz'])) }
