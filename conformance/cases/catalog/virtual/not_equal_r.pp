# Virtual: not equal r
notify { 'a': } notify { '1': }
Notify <| title != undef |> { message => 'm' }
