# Relationships: arrow expression value
notify { ['a', 'b', 'c']: }
$x = Notify['a'] -> Notify['b']
notice($x)
