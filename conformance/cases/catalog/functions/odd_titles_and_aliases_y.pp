# Functions: odd titles and aliases y
class c {}
class { 'c': }
Resource['class', 'c'] { tag => 'x' }
