# Virtual: not equal i
class c { notify { 'a': } }
include c
notify { 'b': }
Notify <| tag != 'c' |> { withpath => true }
