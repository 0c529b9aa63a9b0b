# Collectors with attribute and tag queries over 50,000 virtual resources
Integer[1, 50000].each |$i| {
  $m = $i % 7
  $t = $i % 3
  @notify { "n${i}": message => "m${m}", tag => "t${t}" }
}
Notify <| message == 'm3' and tag == 't1' |>
Notify <| message == 'm5' or title == 'n77' |>
