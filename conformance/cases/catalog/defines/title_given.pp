# Defines: title given
define d { notify { "$title": } }
d { 'a': title => 'b' }
