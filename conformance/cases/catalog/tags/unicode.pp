# Tags: unicode
notify { 'a': tag => 'ünï' }
