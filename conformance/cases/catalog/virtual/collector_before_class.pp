# Virtual: collector before class
Notify <| |> { message => 'over' }
class c { notify { 'a': } }
include c
