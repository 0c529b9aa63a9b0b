# spec: 000 "Initial Values of Variables"
$u = undef
notice($u == undef, type($u))
define d($x = undef) { notice($x == undef, $title, $name, $noop == undef) }
d { 't': }
notice($never_assigned)
