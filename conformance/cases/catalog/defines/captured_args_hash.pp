# Defines: captured args hash
define d(Hash[String, Integer] $h = {}) { $h.each |$k, $v| { notify { "$title-$k": message => $v } } }
d { 'x': h => { a => 1, 'b' => 2 } }
