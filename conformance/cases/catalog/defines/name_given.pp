# Defines: name given
define d { notify { "$title $name": } }
d { 'a': name => 'b' }
