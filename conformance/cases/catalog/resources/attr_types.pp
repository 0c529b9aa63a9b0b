# Resources: attr types
notify { 'a': message => [1, 2.5, undef, true, 'x', { 'k' => undef, 2 => 3 }, default, /r/, Integer[1,2], Notify['b'], 1..2] }
