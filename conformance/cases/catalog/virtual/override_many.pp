# Virtual: override many
@notify { 'a': message => 'x' }
@notify { 'b': message => 'y' }
Notify <| title == 'a' |> { message => 'z', tag => 'q', withpath => true }
Notify <| |> { withpath => false }
