class m($p, $q = 'dq') { notice("${p} ${q}") }
