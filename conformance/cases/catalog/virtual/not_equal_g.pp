# Virtual: not equal g
notify { 'a': message => 1 } notify { 'B': message => '1' } notify { 'c': message => [1] } notify { 'd': message => 1.0 }
Notify <| message != 1 |> { withpath => true }
