class a { notify { 'x': message => {a=>1} } }
class b inherits a { Notify['x'] { message +> {b=>1} } }
include b
