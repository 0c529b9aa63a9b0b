type Config = Struct[{ name => String, Optional[file] => Pattern[/^\//] }]
$good = { name => 'x', file => '/y' }
$bad = { name => 'x', file => 'y', more => 1 }
notice($good =~ Config, $bad =~ Config)
assert_type(Config, $bad)
