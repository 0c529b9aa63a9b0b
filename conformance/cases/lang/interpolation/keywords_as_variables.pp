$if = 1
$class = 'c'
notice("${if} ${class} $if")
