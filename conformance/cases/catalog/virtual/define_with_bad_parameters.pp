@d { 'a': nope => 1 }
define d($x) { }
