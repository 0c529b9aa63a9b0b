define d($a = 1) { notify { "$a": } }
class p { d { 'x': } }
class q inherits p { D['x'] { a => 3 } }
include q
