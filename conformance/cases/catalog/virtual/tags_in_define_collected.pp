# Virtual: tags in define collected
define d { @notify { "n$title": } tag("q$title") }
d { ['a', 'b']: }
Notify <| tag == 'qa' |>
