# Overrides: with defaults h
class p { Notify { message => 'd' } include k }
class k inherits q { Notify['a'] { message => 'y' } }
class q { notify { 'a': } }
include p
