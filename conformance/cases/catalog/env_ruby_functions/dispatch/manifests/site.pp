node 'n00' { notice(m::occurs(1), m::occurs(1,'a'), m::occurs(1,'a',true,false)) }
node 'n01' { notice(m::occurs(1,'a',1)) }
node 'n02' { notice(m::occurs()) }
node 'n03' { notice(m::occurs(1, 'a', true) |$x| { }) }
node 'n04' { notice(m::reqrep(1,'a','b')) }
node 'n05' { notice(m::reqrep(1)) }
node 'n06' { notice(m::reqrep(1,'a',2)) }
node 'n07' { notice(m::optrep('a','b'), m::optrep(), m::optrep('x') |$a, $b = 2, *$c| { }) }
node 'n08' { notice(m::optrep() |$a, $b| { }, m::optrep() |*$b| { }, m::optrep() || { }, m::optrep() |$a, *$r| { }, m::optrep() |$a = 1| {}) }
node 'n09' { notice(m::optrep(1)) }
node 'n11' { notice(m::sev(1.5)) }
node 'n12' { notice(m::sev({a=>1})) }
node 'n13' { notice(m::sev({a=>1}) |$k| {}) }
node 'n14' { notice(m::sev('a',['b'])) }
node 'n15' { notice(m::noblock(1) |$x| { 1 }) }
node 'n16' { notice(m::reqblock(1)) }
node 'n17' { notice(m::reqblock(1) |$x| { $x + 1 }) }
node 'n18' { notice(m::reqblock(1) |$x, $y| { $x + 1 }) }
node 'n19' { notice(m::reqblock(1) || { 1 }) }
node 'n20' { notice(m::reqblock(1) |String $x| { $x }) }
node 'n21' { notice(m::typblock(1) |$a, $b| { "${a}${b}" }) }
node 'n22' { notice(m::typblock(1) |String $a, $b| { "${a}${b}" }) }
node 'n23' { notice(m::typblock(1) |Integer $a, String $b, $c = 5| { "${a}${b}${c}" }) }
node 'n24' { notice(m::typblock(1)) }
node 'n25' { notice(m::symblock(), m::symblock() || { 'yes' }) }
node 'n26' { notice(m::symblock(1)) }
node 'n27' { notice(m::variantblock(1) |$x| { $x }, m::variantblock(1) |$x, $y| { "${x}${y}" }) }
node 'n28' { notice(m::variantblock(1) |$x, $y, $z| { $x }) }
node 'n29' { notice(m::ret(1)) }
node 'n30' { notice(m::ret(4)) }
node 'n31' { notice(m::ret('x')) }
node 'n32' { notice(m::ret(undef)) }
node 'n33' { notice(m::retrt([1,[2,[3]]], 'red')) }
node 'n34' { notice(m::retrt(1)) }
node 'n35' { notice(m::retrt('a')) }
node 'n36' { notice(m::retrt([1,['a']])) }
node 'n37' { notice(m::retrt([1], 'green')) }
node 'n38' { notice(m::mism(1,2)) }
node 'n39' { notice(m::mism('a',2)) }
node 'n40' { notice(m::mism('a')) }
node 'n41' { notice(m::mism(1)) }
node 'n42' { notice(m::mism2('a')) }
node 'n43' { notice(m::mism2('a') |$x| {}) }
node 'n44' { notice(m::mism2([])) }
node 'n46' { notice(m::def1(1,2), m::def1(1,2,3), m::def1(1,2,3,4,5)) }
node 'n47' { notice(m::def1(1)) }
node 'n48' { notice(m::def1(1,2) |$x| {}) }
node 'n54' { notice(m::def4(1)) }
node 'n56' { notice(m::def6(1,2)) }
node 'n57' { notice(m::e1(1)) }
node 'n58' { notice(m::e2(1)) }
node 'n59' { notice(m::e3(1)) }
node 'n60' { notice(m::e4(1)) }
node 'n61' { notice(m::e5(1)) }
node 'n62' { notice(m::e6(1)) }
node 'n63' { notice(m::e7(1)) }
node 'n64' { notice(m::e8(1)) }
node 'n65' { notice(m::e9(1)) }
node 'n66' { notice(m::e10(1)) }
node 'n67' { notice(m::e11(1)) }
node 'n69' { notice(m::e13(1)) }
node 'n70' { notice(m::e14()) }
node 'n71' { notice(m::e15()) }
node 'n72' { notice(m::e16(1)) }
node 'n77' { notice(m::e21(1)) }
node 'n78' { notice(m::e22(1)) }
node 'n79' { notice(m::fewargs(1,2)) }
node 'n80' { notice(m::two()) }
node 'n81' { notice(m::none()) }
node 'n83' { notice(m::raises()) }
node 'n84' { notice(m::raisep()) }
node 'n85' { notice(m::nameerr()) }
node 'n86' { notice(m::empty()) }
node 'n87' { notice(m::deep::er::fn(1)) }
node 'n88' { notice(topf(), topf(1), envtop(), environment::inenv()) }
node 'n89' { notice(m::strname()) }
node 'n90' { notice(m::toponly()) }
node 'n91' { notice(m::konst()) }
node 'n92' { notice(m::init()) }
node 'n93' { notice(m::cs()) }
node 'n94' { notice(m::nonesuch()) }
node 'n95' { notice(m::occurs(*[1,'a'], true)) }
node 'n96' { m::occurs(1) }
node 'n97' { 1.m::occurs.notice }
node 'n99' { notice(m::retrt([1]) =~ Array[Tree]) }
