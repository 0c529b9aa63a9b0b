# Resources: attr object
type Car = Object[{ attributes => { a => Integer, b => { type => String, value => 'x' } } }]
notify { 'a': message => [Car(1), Car(2, 'y'), Car] }
