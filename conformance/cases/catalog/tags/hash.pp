# Tags: hash
notify { 'a': tag => { x => 'y' } }
