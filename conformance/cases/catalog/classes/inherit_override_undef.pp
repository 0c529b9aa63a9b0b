# Classes: inherit override undef
class a { notify { 'a': message => 'a', withpath => true } }
class b inherits a { Notify['a'] { message => undef } }
include b
