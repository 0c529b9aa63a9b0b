# Overrides: with defaults o
class c { Notify[a] { message => 'y' } }
include c
notify { 'a': }
