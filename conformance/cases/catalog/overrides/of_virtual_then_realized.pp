class a { @notify { 'x': message => 1 } }
class b inherits a { Notify['x'] { message => 2 } realize Notify['x'] }
include b
