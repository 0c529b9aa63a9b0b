# Resources: body defaults order
notify { default: withpath => true, message => 'd'; 'a': message => 'm'; 'b': tag => 't' }
