@notify { 'a': message => 'x', tag => 'q' }
@notify { 'b': message => 'x' }
Notify <| message == 'x' and (tag == 'q' or tag == 'z') |>
