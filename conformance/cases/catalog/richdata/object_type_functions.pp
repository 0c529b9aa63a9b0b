# Richdata: object type functions
type Base = Object[{ attributes => { a => Integer }}]
type Car = Object[{ parent => Base, attributes => { b => String }, functions => { f => Callable[Integer], g => {type => Callable, final => true} }, equality => ['b'] }]
notify { 'a': message => Car }
