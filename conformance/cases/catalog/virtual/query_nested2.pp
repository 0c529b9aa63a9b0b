# Virtual: query nested2
@notify { 'a': message => 'x', tag => 't1' } @notify { 'b': message => 'y', tag => 't2' } @notify { 'c': tag => ['t1', 't3'] }
Notify <| message == 'x' and tag == 't1' or title == 'b' |>
