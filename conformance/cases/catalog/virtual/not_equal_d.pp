# Virtual: not equal d
notify { 'a': tag => 'x' } notify { 'b': tag => ['x', 'y'] } notify { 'c': tag => 'X' } notify { 'd': }
Notify <| tag != 'a' |> { message => 'm' }
