# spec: 004 "in": a key, ignoring case
notice('eat' in { 'eat' => 1 }, 'EAT' in { 'eat' => 1 }, 'eat' in { 'past' => 'eat' }, 1 in { 1 => 2 })
