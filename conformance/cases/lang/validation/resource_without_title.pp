# a resource needs a title
notify { message => 'x' }
