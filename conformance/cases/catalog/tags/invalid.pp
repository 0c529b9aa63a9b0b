notify { 'a': tag => 'not valid!' }
