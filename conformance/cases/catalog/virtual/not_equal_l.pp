# Virtual: not equal l
notify { 'a': tag => 'x' } notify { 'd': }
Notify <| tag != undef |> { message => 'm' }
