# Tags: empty array
notify { 'a': tag => [] }
