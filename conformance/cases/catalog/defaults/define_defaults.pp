D { p => 'from default', tag => 'dt' }
define d($p = 'own', $q = 'q') { notify { "${title} ${p} ${q}": } }
d { 'a': }
d { 'b': p => 'given', tag => 'bt' }
