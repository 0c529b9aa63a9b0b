# Virtual: query tag upper
@notify { 'Ab': tag => 'XY' } @notify { 'b': tag => 'xy' }
Notify <| tag == 'XY' |>
