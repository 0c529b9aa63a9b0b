# spec: 004 "+ (merging)": not into depth
notice({ a => { x => 1, y => 2 }, b => 1 } + { a => { x => 3 } }, { 'a' => 1, 'A' => 2 } + { 'A' => 3 })
