# Virtual: collector class scope
class c { $v = 1 Notify <| |> { message => $v } }
include c
notify { 'a': }
