@notify { 'a': tag => ['x'] }
Notify <| title == 'a' |> { tag +> 'y', require => Notify['b'] }
notify { 'b': }
