# Virtual: override undef
notify { 'a': message => 'x' }
Notify <| |> { message => undef }
