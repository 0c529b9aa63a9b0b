# Virtual: query nested
@notify { 'a': message => 'x', tag => 't1' } @notify { 'b': message => 'y', tag => 't2' } @notify { 'c': tag => ['t1', 't3'] }
Notify <| (message == 'x' or tag == 't3') and title != 'a' |>
