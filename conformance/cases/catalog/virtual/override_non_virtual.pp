# Virtual: override non virtual
notify { 'a': message => 'x' }
Notify <| |> { message => 'z' }
