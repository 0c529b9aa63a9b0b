# Overrides: with defaults v
@notify { 'a': tag => 'x' }
Notify { tag => 'y' }
class c { Notify { tag => 'z' } Notify <| tag == 'x' |> { tag => 'w' } }
include c
