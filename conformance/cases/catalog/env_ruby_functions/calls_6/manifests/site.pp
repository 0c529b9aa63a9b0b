class inc { notice('inc') }
node 'n63' { notice(m::cb('blockcall', 1) |$a| { return() }) }
node 'n64' { notice([1,2].map |$x| { m::cb('blockcall', 1) |$a| { break() } }) }
node 'n65' { notice(m::cb('stack')) }
node 'n66' { notice(m::cb('top')) }
node 'n67' { notice(m::cb('closure') |$a| { 1 }) }
node 'n68' { notice(m::cb('closurecall', 1) |$a| { $a }) }
node 'n69' { notice(m::cb('closureparams') |$a, $b = 1| { $a }) }
node 'n71' { notice(m::cb('closurename') |Integer $a, $b = 1| { $a }) }
node 'n72' { notice(m::cb('many') |$a| { $a }) }
node 'n73' { notice(m::cb('many') |$a, *$r| { $r }) }
node 'n74' { notice(m::cb('few') |$a| { $a }) }
node 'n75' { notice(m::cb('few') |$a = 3| { $a }) }
