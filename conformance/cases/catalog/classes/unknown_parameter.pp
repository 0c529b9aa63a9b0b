class a($x = 1) { }
class { 'a': x => 2, y => 3 }
