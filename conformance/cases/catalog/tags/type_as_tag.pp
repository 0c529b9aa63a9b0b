# Tags: type as tag
class c { }
include c
notify { 'a': tag => Class['c'] }
