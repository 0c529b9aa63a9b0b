# spec: 004 "+ (merging)": the examples
$h = {a => 10, b => 20}
notice($h + {b => 30}, $h + {c => 30}, $h + [c, 30], $h + [[c, 30], [d, 40]], $h + [], $h + {}, $h)
