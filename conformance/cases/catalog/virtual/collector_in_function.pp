# Virtual: collector in function
function f() { Notify <| |> }
@notify { 'a': }
f()
