# Virtual: override append array
user { 'a': groups => 'x' }
user { 'c': }
User <| |> { groups +> ['z', 'w'] }
