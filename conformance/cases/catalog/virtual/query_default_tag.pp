Notify { tag => 'dd' }
@notify { "a": }
Notify <| tag == 'dd' |>
