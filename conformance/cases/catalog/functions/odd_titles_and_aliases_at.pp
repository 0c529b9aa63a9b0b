# Functions: odd titles and aliases at
class c { }
class { 'c': alias => 'zz' }
include zz
