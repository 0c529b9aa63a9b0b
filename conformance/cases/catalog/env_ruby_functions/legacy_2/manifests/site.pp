class inc { notice('inc') notice(l_scope()) }
define dd() { $local = 'ddl' notice(l_var(), l_scope()) }
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
