notify { 'x': message => 1}
class a { Notify['x'] { message => 2 } }
include a
