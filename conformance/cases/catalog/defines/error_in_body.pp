define d($x) { fail("in $title") }
d { 'a': x => 1 }
