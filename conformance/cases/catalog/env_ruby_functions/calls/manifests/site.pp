class inc { notice('inc') }
node 'n00' { notice(m::cb('map',1,2)) }
node 'n01' { notice(m::cb('maph')) }
node 'n02' { notice(m::cb('each',1,2)) }
node 'n03' { notice(m::cb('eachi','a','b')) }
node 'n04' { notice(m::cb('reduce',1,2,3)) }
node 'n05' { notice(m::cb('filter',1,2,3)) }
node 'n06' { notice(m::cb('with',1,2,3)) }
node 'n07' { notice(m::cb('with2',1)) }
node 'n08' { notice(m::cb('with2',1,2)) }
node 'n09' { notice(m::cb('zero',1)) }
node 'n11' { notice(m::cb('opt',1)) }
node 'n12' { notice(m::cb('lam',1)) }
node 'n14' { notice(m::cb('break',1,2)) }
node 'n15' { notice(m::cb('break',1,2)) notice(m::cb('map',1,2)) }
node 'n16' { notice(m::cb('next',1,2)) }
node 'n17' { notice(m::cb('throw',1,2)) notice(m::cb('map',1,2)) }
node 'n18' { notice(m::cb('raise',1,2)) }
node 'n19' { notice(m::cb('rescue',1,2)) }
node 'n20' { notice(m::cb('pass',1,2) |$x| { $x + 1 }) }
node 'n21' { notice(m::cb('pass','a','b') |$i, $x| { "${i}${x}" }) }
node 'n22' { notice(m::cb('pass',1,2)) }
node 'n23' { notice(m::cb('passuser',1,2) |$x| { 1 }) }
node 'n24' { notice(m::cb('user',1)) }
node 'n25' { notice(m::cb('nested',1,2)) }
node 'n26' { notice(m::cb('breakout',1,2)) }
node 'n27' { notice(m::cb('sort',1,3,2)) }
node 'n28' { notice(m::cb('self',1,3,2)) }
node 'n29' { notice(m::cb('then')) }
node 'n30' { notice(m::cb('tree', [1,[2]])) }
node 'n31' { notice(m::cb('lest')) }
node 'n32' { notice(m::cb('noblk')) }
node 'n33' { notice(m::cb('abs')) }
node 'n34' { notice(m::cb('unknown')) }
node 'n35' { notice(m::cb('unknownresc')) }
node 'n36' { notice(m::cb('badargs')) }
node 'n37' { notice(m::cb('badargsresc')) }
node 'n38' { notice(m::cb('failresc')) }
node 'n39' { notice(m::cb('fail')) }
node 'n40' { notice(m::cb('leg')) }
node 'n41' { notice(m::cb('include')) }
node 'n42' { notice(m::cb('notice')) }
node 'n43' { notice(m::cb('lookup'), m::cb('lookup2'), m::cb('lookupblk')) }
node 'n44' { notice(m::cb('lookupfail')) }
node 'n45' { notice(m::cb('defined')) }
node 'n46' { notice(m::cb('create')) }
node 'n47' { notice(m::cb('new')) }
node 'n48' { notice(m::cb('assert')) }
node 'n49' { notice(m::cb('assertb')) }
node 'n50' { notice(m::cb('blockcall', 1, 2) |$a, $b| { [$a, $b] }) }
node 'n51' { notice(m::cb('blockresc', 1) |$a| { fail("no ${a}") }) }
node 'n52' { notice(m::cb('blockresc', 1) |String $a| { 1 }) }
node 'n53' { notice(m::cb('blockresc', 1) |$a| { $a / 0 }) }
node 'n54' { notice(m::cb('blockresc', 1) |$a| { $nonesuch }) }
node 'n55' { notice(m::cb('blockresc', 1) |$a| { nonesuch() }) }
node 'n56' { notice(m::cb('blockresc', 1) |$a| { 'a'.abs }) }
node 'n57' { notice(m::cb('blockresc', 1) |$a| { m::cb('raise', 1) }) }
node 'n58' { notice(m::cb('blockresc', 1) |$a| { notify { 'x': nope => 1 } }) }
node 'n59' { notice(m::cb('blockresc', 1) |$a| { include nope }) }
node 'n60' { notice(m::cb('blockensure', 1) |$a| { fail('x') }) }
node 'n61' { notice(m::cb('blockcall', 1) |$a| { next('n') }) }
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
node 'n76' { notice(m::cb('array') |$a| { $a }) }
node 'n77' { notice(m::cb('array') |$a, $b| { $a }) }
node 'n78' { notice(m::cb('array') |$a, $b = 1| { [$a, $b] }) }
node 'n79' { notice(m::cb('curry') |$a, $b| { $a }) }
node 'n80' { notice(m::cb('tolambda') |$a, $b| { $a }) }
node 'n81' { notice(m::cb('define') |$a| { $a }) }
node 'n82' { notice(m::cb('instexec') |$a| { $a }) }
node 'n83' { notice(m::cb('mapproc', 1, 2) |$a| { $a + 1 }) }
node 'n84' { notice(m::cb('mapproc', [1, 2], [3, 4]) |$a, $b| { $b }) }
node 'n85' { notice(m::cb('eachwith', 'a', 'b') |$a, $i| { "${a}${i}" }) }
node 'n86' { notice(m::cb('inject', 1, 2, 3) |$a, $b| { $a + $b }) }
node 'n87' { notice(m::cb('sortby', 3, 1, 2) |$a| { -$a }) }
node 'n88' { notice(m::cb('hashmap', {a=>1}) |$k, $v| { "${k}${v}" }) }
node 'n89' { notice(m::cb('hashmap', {a=>1}) |$kv| { $kv }) }
node 'n90' { notice(m::cb('hashsel', {a=>1,b=>2}) |$k, $v| { $v > 1 }) }
node 'n91' { $y = 10 notice(m::cb('mapproc', 1, 2) |$a| { $a + $y }) }
