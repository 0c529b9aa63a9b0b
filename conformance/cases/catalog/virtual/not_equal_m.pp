# Virtual: not equal m
notify { 'a': tag => '1' } notify { 'd': }
Notify <| tag != 1 |> { message => 'm' }
