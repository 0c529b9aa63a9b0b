# Virtual: not equal e
notify { 'a': } notify { 'B': } notify { 'c': }
Notify <| title != 'b' |> { message => 'm' }
