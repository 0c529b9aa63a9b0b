# Richdata: object type checks
type Car = Object[{ attributes => { a => { type => Integer, kind => constant, value => 1} }, checks => 1}]
notify { 'a': message => Car }
