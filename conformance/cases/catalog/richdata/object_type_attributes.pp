# Richdata: object type attributes
type Car = Object[{ attributes => { a => Integer[1,2], b => { type => Optional[String], value => undef }, c => { type => Integer, kind => constant, value => 3 }, d => { type => String, kind => derived }, e => {type => String, kind => given_or_derived } } }]
notify { 'a': message => Car }
