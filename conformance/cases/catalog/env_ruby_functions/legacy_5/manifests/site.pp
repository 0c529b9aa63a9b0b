class inc { notice('inc') notice(l_scope()) }
define dd() { $local = 'ddl' notice(l_var(), l_scope()) }
node 'n50' { notice(l_rv(*[1,2])) }
node 'n51' { notice("${l_rv(1)}") }
node 'n52' { notify { "n": message => l_rv(1), require => undef } }
