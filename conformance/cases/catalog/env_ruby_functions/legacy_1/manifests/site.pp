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
