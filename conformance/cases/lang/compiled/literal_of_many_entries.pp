$r = Integer[1, 3000].reduce(0) |$m, $i| { $v = { 'id' => $i, 'name' => 'role22', 'a0' => 'node22', 'user.1' => 'user.1', 'role2' => 'key22', 'port-3' => 2, 'x4' => 'key22', 'host5' => 'a22', 'user.6' => 1, 'port-7' => $m }
 $w = $v + {'x4' => 3, 'new' => $i}
 ($v['id'] + $v['port-7'] + $w['new'] + $w.length + ($w - 'id').length) % 1000 }
notice($r)
