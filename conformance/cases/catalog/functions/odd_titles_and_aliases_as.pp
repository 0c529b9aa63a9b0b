# Functions: odd titles and aliases as
class c { }
class { 'c': alias => 'zz' }
class zz { }
include zz
