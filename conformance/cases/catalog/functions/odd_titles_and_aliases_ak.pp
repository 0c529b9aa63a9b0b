# Functions: odd titles and aliases ak
class a { }
class { 'a': stage => undef }
