@notify { 'v': tag => 'g' }
notify { ['a', 'b']: tag => 'g' }
file { ['/x', '/y']: }
Notify <| tag == 'g' |> ~> File <| title != '/y' |>
