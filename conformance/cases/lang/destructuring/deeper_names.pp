# spec: 004 "Assignment", names inside names
[$q, [$r, [$s, $t]]] = {q => 1}
