# Virtual: not equal k
notify { 'a': tag => 'x' } notify { 'd': }
Notify <| tag == undef |> { message => 'm' }
