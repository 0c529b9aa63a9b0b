# a name in another expression is just a word
$a = 'A'
notice("${a + 1}")
