# Classes: inherit override add
class a { notify { 'a': } }
class b inherits a { Notify['a'] { message => 'b' } }
class c inherits a { Notify['a'] { withpath => true } }
include b, c
