# Virtual: not equal o
notify { 'a': tag => 'x' } notify { 'd': }
Notify <| tag == Notify['a'] |> { message => 'm' }
