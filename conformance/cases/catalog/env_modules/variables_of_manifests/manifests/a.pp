include b
$v = 'a'
