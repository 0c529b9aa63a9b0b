# Overrides: in other class
class a { notify { 'a': } }
class b { include a Notify['a'] { message => 'm' } }
include b
