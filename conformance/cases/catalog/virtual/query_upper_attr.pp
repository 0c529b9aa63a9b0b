# Virtual: query upper attr
@notify { 'Ab': message => 'XY' } @notify { 'b': message => 'xy' }
Notify <| message == 'xY' |>
