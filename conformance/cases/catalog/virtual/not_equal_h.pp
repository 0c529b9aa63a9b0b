# Virtual: not equal h
notify { 'a': message => true } notify { 'B': message => 'true' } notify { 'e': }
Notify <| message != true |> { withpath => true }
