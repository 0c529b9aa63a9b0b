# Overrides: grandchild only
class p { notify { 'a': message => 'x' } }
class c inherits p { }
class g inherits c { Notify['a'] { message => 'm', withpath => true } }
include g
