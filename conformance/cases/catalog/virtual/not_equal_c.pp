# Virtual: not equal c
notify { 'a': tag => 'x' } notify { 'b': tag => ['x', 'y'] } notify { 'c': tag => 'X' } notify { 'd': }
Notify <| tag != 'x' |> { message => 'm' }
