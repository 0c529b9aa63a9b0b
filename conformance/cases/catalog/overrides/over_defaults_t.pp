# Overrides: over defaults t
Notify { message => 'x' }
class c { notify { 'a': } }
class d inherits c { Notify['a'] { message => 'n' } }
include d
