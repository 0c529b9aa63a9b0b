notify { 'x': message => 1 }
Notify['x'] { message => 2 }
