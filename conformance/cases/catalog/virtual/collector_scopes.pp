# Virtual: collector scopes
class c { Notify <| |> { message => $v } $v = 1 }
