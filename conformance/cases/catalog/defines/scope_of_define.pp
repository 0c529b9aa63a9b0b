# Defines: scope of define
$x = 'top'
class c { $x = 'class' d { 'a': } }
define d { notify { "$title $x": } }
include c
