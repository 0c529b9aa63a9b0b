Notify { foo => 'a' }
notify { 'x': }
