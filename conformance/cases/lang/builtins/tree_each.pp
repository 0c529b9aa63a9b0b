$t = { a => [1, { b => 2 }], c => 3 }
$t.tree_each |$path, $v| { notice($path, $v) }
notice($t.tree_each({ include_containers => false }).map |$e| { $e[1] })
$t.tree_each({ order => 'breadth_first', include_root => false }) |$e| { notice($e) }
