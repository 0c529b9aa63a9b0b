# Functions: odd titles and aliases ag
stage { 'x': }
class a { }
class { 'a': stage => Stage['x'] }
