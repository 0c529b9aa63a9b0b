# Resources: attr lambda
notify { 'a': message => [[1,2].reverse_each] }
