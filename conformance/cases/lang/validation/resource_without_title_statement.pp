# also where something follows
notify { message => 'x' }
notice('after')
