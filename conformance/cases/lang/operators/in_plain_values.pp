function f(Integer $x, $y) { [$x in [1, $y, 7], $x in [$y, 'a'], $x in [3], $x in ['3'], $y in ['a', 'B', 'c'], $y in ['x'], $x in [1.0, 3.0], $x in [Integer, $y]] }
[[1,2],[3,3.0],[3,'3'],[7,'b'],[2,'A'],[5,/a/],[5,Integer],[5,String],[4,undef],[4,[1]],[4,'C'],[4,default],[12345678901, 12345678901]].each |$p| { notice(f($p[0], $p[1])) }
notice('ä' in ['Ä', 'ä'], 'K' in ["\u212a", 'k'], '' in [''], '' in ['a'], 'a' in 'BA', 3 in [3,4], 3.0 in [3], 'b' in { 'B' => 1 }, 2 in { 2 => 1 }, 2 in { 2.0 => 1 }, 'x' in [Pattern[/x/]], 'x' in [/x/], String in ['a'], /b/ in ['abc'], /B/ in ['abc'])
