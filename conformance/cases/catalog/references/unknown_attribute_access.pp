notify { 'x': message => 1 }
notice(Notify['x']['nope'])
