# Resources: line numbers
notify { 'a':
  message => 'x',
}
notify {
  'b':;
  'c':
}
['d'].each |$x| {
  notify { $x: }
}
