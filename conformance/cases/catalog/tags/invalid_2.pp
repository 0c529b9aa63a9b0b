# Tags: invalid
notify { 'a': tag => 'b c' }
