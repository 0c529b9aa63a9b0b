class inc { notice('inc') notice(l_scope()) }
define dd() { $local = 'ddl' notice(l_var(), l_scope()) }
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
