# Virtual: query upper
@notify { 'Ab': message => 'XY' } @notify { 'b': message => 'xy' }
Notify <| title == 'aB' |>
