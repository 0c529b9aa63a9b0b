# spec: 003 "Function API": functions of statements and of expressions are not told apart
$x = notice('said')
notice([$x, type($x)], include('c'), (with(1) |$y| { $y }))
[1, 2].length
size([1])
class c { }
