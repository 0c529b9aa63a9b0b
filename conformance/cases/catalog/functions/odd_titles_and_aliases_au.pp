# Functions: odd titles and aliases au
class c { }
class { 'c': alias => 'zz' }
notice(defined(Class['zz']))
notify { 'x': require => Class['c'] }
