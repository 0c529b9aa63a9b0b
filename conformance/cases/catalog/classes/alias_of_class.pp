# Classes: alias of class
class a { }
class { 'a': alias => 'zz' }
notify { 'x': require => Class['zz'] }
