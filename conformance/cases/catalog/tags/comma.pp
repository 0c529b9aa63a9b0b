# Tags: comma
notify { 'a': tag => 'b,c' }
