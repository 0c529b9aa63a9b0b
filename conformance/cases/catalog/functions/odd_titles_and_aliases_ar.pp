# Functions: odd titles and aliases ar
class c { }
class { 'c': alias => 'zz' }
class d { }
class { 'd': alias => 'zz' }
