notify { 'x': }
Notify['x'] { message => 2 }
