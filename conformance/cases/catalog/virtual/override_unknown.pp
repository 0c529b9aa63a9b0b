# Virtual: override unknown
notify { 'a': message => 'x' }
Notify <| |> { nope => 'z' }
