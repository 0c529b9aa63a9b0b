# Tags: float
notify { 'a': tag => 5.5 }
