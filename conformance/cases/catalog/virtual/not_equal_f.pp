# Virtual: not equal f
notify { 'a': message => 'X' } notify { 'B': message => 'x' } notify { 'c': message => ['x'] } notify { 'd': message => ['x', 'z'] } notify { 'e': } notify { 'f': message => undef }
Notify <| message != 'x' |> { withpath => true }
