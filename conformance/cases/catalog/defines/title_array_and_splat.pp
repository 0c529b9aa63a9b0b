define d($p, $q = []) { notify { "${title}: ${p} ${q}": } }
$all = { p => 1, q => ['z'] }
d { ['a', 'b']: * => $all }
d { 'c': p => 2; 'e': * => $all + { p => 3 } }
