# Overrides: tag append
notify { 'a': tag => 'x' }
class c { notify { 'q': tag => 'x' } }
class d inherits c { Notify['q'] { tag +> ['m', 'n'] } }
include d
