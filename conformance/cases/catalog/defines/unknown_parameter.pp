define d($x) { }
d { 'a':
  x => 1,
  y => 2 }
