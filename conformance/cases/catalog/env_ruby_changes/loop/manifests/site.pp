$a = []
[1, 2, 3].each |$i| { m::push($a, $i) }
notice($a)
