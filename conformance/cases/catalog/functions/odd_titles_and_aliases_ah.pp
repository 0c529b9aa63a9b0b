# Functions: odd titles and aliases ah
class a { }
class { 'a': stage => ['main', 'x'] }
