define d($a = 1, $b) { notify { 'q': } }
d { 'x': b => 2 }
class c { notice(D['x']['a'], D['x']['b']) }
notify { 'z': }
define e { notice(D['x']['a'], D['x']['b']) }
e { 'e': }
