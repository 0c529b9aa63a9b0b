class inc { notice('inc') notice(l_scope()) }
define dd() { $local = 'ddl' notice(l_var(), l_scope()) }
node 'n00' { notice(l_rv(1,"a",undef,[undef],{a=>undef},default,true,1.5)) }
node 'n01' { l_st(1,2) }
node 'n02' { notice(l_st(1)) }
node 'n03' { $x = l_st(1) }
node 'n04' { l_rv(1) }
node 'n05' { notice(l_ar2(1,2)) }
node 'n06' { notice(l_ar2(1)) }
node 'n07' { notice(l_ar2(1,2,3)) }
node 'n08' { notice(l_arm2()) }
node 'n09' { notice(l_arm2(1), l_arm2(1,2,3)) }
node 'n10' { notice(l_cls(1,"a",undef,[],{},default,true,1.5,Integer,Notify["x"],/a/,Sensitive(1),Timestamp("2020-01-01"),SemVer("1.0.0"))) }
node 'n11' { notice(l_err(1)) }
node 'n12' { notice(l_err2()) }
node 'n13' { l_fail() }
node 'n14' { $local = "lv" notice(l_var()) }
node 'n15' { notice(l_unk()) }
node 'n16' { l_set(5) notice($neu) }
node 'n17' { $local = 1 notice(l_hash()) }
node 'n18' { notify { "n": message => "mm" } notice(l_find()) }
node 'n19' { notify { "n": } notice(l_cat()) }
node 'n20' { notice(l_find()) }
node 'n21' { notice(l_call(), l_call2(), l_call3(), l_call4()) }
node 'n22' { l_call5() }
node 'n23' { notice(l_call5()) }
node 'n24' { notice(l_ret(true)) }
node 'n25' { notice(l_next(true), l_next(false)) }
node 'n26' { notice(l_undef() == undef, l_nil() == undef, l_isund(undef, "", "undef")) }
node 'n27' { notice(l_scope()) include inc dd { "x": } }
node 'n28' { $a = [0] notice(l_mod($a), $a) }
node 'n29' { l_rsrc() }
node 'n30' { l_incl() }
node 'n31' { notice(l_rv2(), l_find2()) }
node 'n32' { l_debug() }
node 'n33' { notice(l_hier()) }
node 'n34' { notice(shadow(), shadow2(), m::both()) }
node 'n35' { notice(upcase("a"), downcase("A"), sprintf("%s", 1)) }
node 'n36' { notice(l_noname()) }
node 'n37' { notice(l_other()) }
node 'n38' { notice(l_raise()) }
node 'n40' { notice(l_old("a"), l_old(["b",1])) }
node 'n41' { notice(l_old()) }
node 'n42' { notice(l_old(1)) }
node 'n43' { notice(l_rv(1) |$x| { 1 }) }
node 'n44' { notice(["a"].l_rv) }
node 'n45' { notice(::l_rv(1)) }
node 'n46' { notice(m::l_rv(1)) }
node 'n48' { $local = 1 notice([1].map |$x| { l_var()[0] }) }
node 'n49' { notice(L_rv(1)) }
node 'n50' { notice(l_rv(*[1,2])) }
node 'n51' { notice("${l_rv(1)}") }
node 'n52' { notify { "n": message => l_rv(1), require => undef } }
