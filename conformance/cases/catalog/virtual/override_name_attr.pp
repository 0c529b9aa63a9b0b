# Virtual: override name attr
notify { 'a': message => 'x' }
Notify <| |> { name => 'z' }
