# Richdata: object type parent
type Base = Object[{ attributes => { a => Integer }}]
type Car = Object[{ parent => Base, attributes => { a => { type => Integer[0], override => true } }}]
notify { 'a': message => [Car, Base] }
