notify { 'a': foo => 1 }
fail('x')
