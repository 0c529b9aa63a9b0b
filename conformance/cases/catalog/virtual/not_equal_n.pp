# Virtual: not equal n
notify { 'a': tag => 'x' } notify { 'd': }
Notify <| tag == true |> { message => 'm' }
