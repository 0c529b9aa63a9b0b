# a function called by a computed name sees the text that its caller has joined so far, which stays as it is
$sees = 'getvar'
$grown = Integer[1, 2000].reduce('') |$m, $i| {
  $seen = call($sees, 'm')
  $text = "${m}${$i % 10}"
  "${text}${length($seen)},"
}
notice($grown.length, $grown[0, 40], $grown[-40, 40])
$names = ['length', 'inline_epp']
$other = Integer[1, 2000].reduce('') |$m, $i| {
  $part = call($names[$i % 2], '<%= $m.length %>')
  "${m}${part};"
}
notice($other.length, $other[0, 40], $other[-40, 40])
