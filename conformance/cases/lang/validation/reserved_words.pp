# reserved words are not names
$a = attr
notice(private)
