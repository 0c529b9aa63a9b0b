# spec: 003 "Block Parameters": with types of what it is called with
notice({ a => 1 }.map |String $k, Integer $v| { "$k$v" }, [1].map |Numeric $a, $b = 2| { $b }, [1].map |*$all| { $all })
notice([1].map |$a, $b, $c| { 1 })
