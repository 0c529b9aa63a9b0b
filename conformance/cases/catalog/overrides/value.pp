# Overrides: value
notify { 'a': }
$x = Notify['a'] { message => 'm' }
notice($x)
