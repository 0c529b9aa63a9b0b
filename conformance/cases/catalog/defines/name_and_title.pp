# Defines: name and title
define d($v = "$title-$name") { notify { "$v/$title/$name": } }
d { 'a': }
d { 'b': v => 'c' }
