# Classes: inherit both override
class a { notify { 'a': message => 'a' } }
class b inherits a { Notify['a'] { message => 'b' } }
class c inherits a { Notify['a'] { message => 'c' } }
include b, c
