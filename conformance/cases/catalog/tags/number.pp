# Tags: number
notify { 'a': tag => 5 }
