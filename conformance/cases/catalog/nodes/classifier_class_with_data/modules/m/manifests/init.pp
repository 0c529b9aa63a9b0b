class m($x = lookup('k')) { notify { 'm': message => $x } include m::sub }
