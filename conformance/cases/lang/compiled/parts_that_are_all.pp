# spec: 004 "`[ ]` (access)": parts of texts that are the whole text, with texts that grow later
$texts = ['a', '', 'abc', 'été', 'abcdefghij']
$parts = Integer[0, 499].map |$i| {
  $text = "${texts[$i % 5]}${if $i % 2 == 0 { 'x' } else { '' }}"
  $part = $text[0, 4]
  $rest = $text[0, $i % 7]
  "${part}|${text[0, -1]}|${rest}|${text[-2, 2]}|${$part == $text}"
}
notice($parts[0, 10])
$grown = Integer[1, 300].reduce('s') |$memo, $i| {
  $before = $memo[0, 10000]
  $after = "${memo}${$i % 10}"
  if $before[0, 3] != $after[0, 3] and $i > 3 { 'wrong' } else { $after }
}
notice(length($grown), $grown[0, 12])
$later = Integer[1, 5].map |$n| {
  $start = "${n}abc"[0, 9]
  $all = Integer[1, 100].reduce($start) |$memo, $i| { "${memo}${$i % 10}" }
  [$start, length($all), $all[0, 6]]
}
notice($later)
