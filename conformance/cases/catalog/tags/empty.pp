# Tags: empty
notify { 'a': tag => '' }
