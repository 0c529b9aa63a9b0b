# Defines: define variables leak
define d { $v = $title notify { "v $v": } }
d { ['a', 'b']: }
