class m { notify { 'a': tag => 'mt' } }
