class p { Notify { message => 'p' } }
class a inherits p { notify { 'x': } }
class q { include p notify { 'q': } }
include a, q
