# Tags: basic
notify { 'a': tag => 'b' } notify { 'c': tag => ['d', 'E', 'f::g'] }
