# hot code: items of arrays of every storage, inside and outside
$a = [1, 2, 3]; $f = [1.5, 2.5]; $m = [1, 'x', undef, [4]]; $e = []
Integer[-5, 60].each |$i| { if $i < 6 { notice($a[$i], $f[$i], $m[$i], $e[$i]) } }
Integer[0, 60].each |$i| { if $i == 60 { notice($a['x']) } }
