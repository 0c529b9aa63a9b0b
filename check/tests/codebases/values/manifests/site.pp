include m
$list = ['a', 'b', 'c']
slice($list, 2) |Integer $pair| { notice($pair) }
slice($list, 2) |$x, Integer $y| { notice($x, $y) }
$list.slice(2) |$x, $y| { notice($x, $y) }
notice(group_by($list) |$x| { $x + 1 })
notice($list.partition |Integer $x| { $x > 1 })
notice(group_by({ 'a' => 1 }) |$key, String $value| { "${key}${value}" })
