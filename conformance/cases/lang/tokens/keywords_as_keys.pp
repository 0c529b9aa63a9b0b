# some keywords are words in lists and hashes, most are names of attributes
notice([type, function], { type => 1, function => 2 })
notice({ a => type, 'b' => function })
notice([type => 1], type(1))
define foo($if, $unless, $class, $type, $default, $undef, $node, $in, $and, $inherits) {
  notice($if, $unless, $class, $type, $default, $undef, $node, $in, $and, $inherits)
}
foo { 'x':
  if => 1, unless => 2, class => 3, type => 4, default => 5, undef => 6, node => 7, in => 8, and => 9, inherits => 10
}
