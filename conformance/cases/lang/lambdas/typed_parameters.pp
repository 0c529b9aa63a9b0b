notice([1, 2].map |Integer $x| { $x + 1 }, { a => 1 }.map |String $k, Integer $v| { "${k}${v}" })
[1, 'a'].each |Integer $x| { notice($x) }
