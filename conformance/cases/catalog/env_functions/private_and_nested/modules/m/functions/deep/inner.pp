function m::deep::inner(Integer $n) { Integer[1, $n].map |$i| { m::name("n${i}") } }
