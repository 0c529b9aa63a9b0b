# Resources: attr nonstring keys
notify { 'a': message => { 1 => 2, undef => 3, [1] => 4, 'x' => 5, 1.5 => 6, true => 7, default => 8 } }
