# line ends stay in strings
notice('a
b')
notice("a
  b
")
$x = 1
notice("1: ${x}
2: ${
  $x
}
3")
