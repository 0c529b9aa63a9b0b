class inc { notice('inc') }
node 'n88' { notice(m::cb('hashmap', {a=>1}) |$k, $v| { "${k}${v}" }) }
node 'n89' { notice(m::cb('hashmap', {a=>1}) |$kv| { $kv }) }
node 'n90' { notice(m::cb('hashsel', {a=>1,b=>2}) |$k, $v| { $v > 1 }) }
node 'n91' { $y = 10 notice(m::cb('mapproc', 1, 2) |$a| { $a + $y }) }
