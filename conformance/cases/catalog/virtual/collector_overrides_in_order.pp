@notify { 'a': message => 1 }
Notify <| title == 'a' |> { message => 2 }
Notify <| title == 'a' |> { message => 3 }
