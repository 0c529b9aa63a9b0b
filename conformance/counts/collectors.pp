# Collectors with queries over 3,000 virtual resources, and overrides of what they find
Integer[1, 3000].each |$i| {
  @notify { "n${i}": message => "m${$i % 7}", tag => "t${$i % 3}" }
}
Notify <| message == 'm3' and tag == 't1' |>
Notify <| message == 'm5' or title == 'n77' |> { loglevel => 'debug' }
