notify { 'a': message => 'x', tag => ['t'] }
@notify { 'b': message => 'y' }
@notify { 'c': message => 'x', tag => ['t','u'] }
@notify { 'd': message => ['x', 'y'] }
@notify { 'e': message => undef }
Notify <| message == 'x' or title == 'b' |>
Notify <| message == 'y' |>
