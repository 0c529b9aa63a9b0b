# Richdata: object type parameters
type Car = Object[{ type_parameters => { p => Integer }, attributes => { p => Integer } }]
notify { 'a': message => [Car, Car[1]] }
