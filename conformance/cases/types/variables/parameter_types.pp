# spec: 000 "Variables": a parameter may have a type, a value has to be of it
define d(Integer $count, $any = undef, Optional[String] $text = undef) { notice($count, $any =~ Undef, $text =~ Undef) }
class c(Enum[a, b] $x = 'a', $y = [1]) { notice($x, $y) }
include c
d { 'one': count => 1 }
d { 'two': count => 2, any => { a => 1 }, text => 'x' }
notice([1, 2].map |Integer $x| { $x + 1 }, with('a') |$x| { $x })
d { 'three': count => 'x' }
