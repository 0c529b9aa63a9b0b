# Overrides: require undef
class p { notify { 'a': require => Notify['nope'] } }
class c inherits p { Notify['a'] { require => undef } }
include c
