# settings: strict=warning
# Overrides: evaluated inherited strict warning
define d2($x=1) { notice($x) }
class p { d2 { 'a': x => 1 } }
class c inherits p { D2['a'] { x => 3 } }
define e { include c }
include p
e { 'b': }
