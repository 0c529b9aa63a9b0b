# Richdata: object type unnamed
notify { 'a': message => Object[{attributes => { a => Integer }}] }
