define d() { @notify { "v ${title}": tag => 't' } }
Notify <| tag == 't' |>
d { 'one': }
class late { d { 'two': } }
d { 'three': }
include late
