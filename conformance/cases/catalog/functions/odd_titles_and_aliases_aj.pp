# Functions: odd titles and aliases aj
class a { }
class { 'a': stage => { a => 1 } }
