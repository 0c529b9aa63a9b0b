notify { 'a': before => 'text' }
