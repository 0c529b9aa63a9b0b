# spec: 004 "Comparison Operators": == of any two values
$values = [1, 'a', 1.5, true, undef, default, [1], { a => 1 }, /a/, Integer, Sensitive('x'), SemVer('1.0.0')]
$values.each |$i, $x| { notice($values.map |$y| { if $x == $y { 1 } else { 0 } }) }
