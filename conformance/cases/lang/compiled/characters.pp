# spec: 004 "substrings": characters are texts of their own, equal without regard to case
function vowels($s) { Integer[0, $s.length - 1].reduce(0) |$n, $i| { if $s[$i] in ['a', 'e', 'o'] { $n + 1 } else { $n } } }
function palindrome($s, $i, $j) { if $i >= $j { true } elsif $s[$i] != $s[$j] { false } else { palindrome($s, $i + 1, $j - 1) } }
notice(['banana', 'Ähre', "o\u00e9o", 'x'].map |$s| { vowels($s) })
notice(['level', 'Level', 'levels', 'ÄbÄ', 'Äbä', ''].map |$s| { palindrome($s, 0, $s.length - 1) })
notice(Integer[0, 4].map |$i| { ['héllo'[$i], 'hello'[-$i], 'HELLO'[$i] == 'hello'[$i], 'hello'[$i, 1]] })
$chars = 'a-b a'.split('').reduce({}) |$m, $c| { $m + { $c => 'xa'[1] } }
notice($chars, 'abc'[7] == '', 'abc'[-4] == '', "${'abc'[1]}${'abc'[2]}".length)
notice([3, 2.0, '4'].map |$n| { Integer[1, Integer($n)].reduce(0) |$s, $i| { $s + $i } })
notice([[1, 3], [2, 2]].map |$e| { Integer[$e[0], $e[1]].map |$i| { $i * 2 } })
