# a keyword alone in braces is a variable's name
$if = 'IF'
$class = { 'k' => 'CLASS' }
$type = 'TYPE'
$undef = 'UNDEF'
$default = 'DEFAULT'
notice("${if} ${class['k']} ${type.downcase} ${undef} ${default}")
notice("$if $type")
