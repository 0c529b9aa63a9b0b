class m($p = undef, $q = undef) { notice("${p} ${q}") }
