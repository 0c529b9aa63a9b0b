# Virtual: override title attr
notify { 'a': message => 'x' }
Notify <| |> { title => 'z' }
