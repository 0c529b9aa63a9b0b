# Overrides: with defaults p
class c { notify { 'a': message => 'x' } }
class d inherits c { Notify['b'] { message => 'n' } }
class e { notify { 'b': } }
include d
include e
