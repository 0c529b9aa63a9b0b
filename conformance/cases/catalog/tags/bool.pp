# Tags: bool
notify { 'a': tag => true }
