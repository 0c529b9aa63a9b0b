# conversions with one argument, of what needs no signature and of what does
function i($x) { Integer($x) }
function s($x) { String($x) }
function f($x) { Float($x) }
function b($x) { Boolean($x) }
function sm($x) { Integer[0, 10]($x) }
function ch($s, $i) { [$s[$i], $s[$i, 2]] }
[1, '2', 3, true, '0x1F', 4.7, '007'].each |$v| { notice(i($v), s($v)) }
[1, 2.5, '1.5', '3', true].each |$v| { notice(f($v)) }
[1, 0, 'yes', 'false', 2.5, 0.0, true].each |$v| { notice(b($v)) }
['1', 2, '3', '10'].each |$v| { notice(sm($v)) }
['abc', 'é€x', [1,2,3], ''].each |$s| { [-4, -1, 0, 1, 2, 3].each |$i| { notice(ch($s, $i)) } }
[1,2,3,4].each |$v| { if $v == 4 { notice(sm('11')) } else { notice(sm($v)) } }
