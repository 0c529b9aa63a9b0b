# Overrides: collector sensitive
notify { 'a': message => Sensitive('x') }
notify { 'b': message => 'x' }
Notify <| title == 'a' |> { message => 'y' }
Notify <| title == 'b' |> { message => Sensitive('z') }
