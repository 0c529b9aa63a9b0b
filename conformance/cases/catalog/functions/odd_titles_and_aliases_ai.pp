# Functions: odd titles and aliases ai
class a { }
class { 'a': stage => 5 }
