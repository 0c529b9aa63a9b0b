# Virtual: not equal q
notify { 'a': } notify { '1': }
Notify <| title == 1 |> { message => 'm' }
