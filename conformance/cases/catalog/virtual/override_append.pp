# Virtual: override append
user { 'a': groups => 'x' }
user { 'b': groups => ['x', 'y'] }
user { 'c': }
User <| |> { groups +> 'z' }
