# Virtual: query undef
@notify { 'a': message => 'x' } @notify { 'b': message => undef } @notify { 'c': }
Notify <| message == undef |>
