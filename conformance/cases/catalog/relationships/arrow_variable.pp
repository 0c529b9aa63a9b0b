# Relationships: arrow variable
$a = notify { 'a': }
$b = notify { 'b': }
$a -> $b
