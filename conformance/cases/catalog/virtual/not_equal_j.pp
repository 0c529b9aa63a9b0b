# Virtual: not equal j
class c { notify { 'a': tag => 'q' } }
include c
notify { 'b': tag => 'q' }
Notify <| tag == 'q' and tag != 'c' |> { withpath => true }
