class m($x = 1) { notice($x) notify { 'a': tag => 'mt' } }
