# Defaults: virtual collected elsewhere
@notify { 'a': }
class c { Notify { message => 'd' } Notify <| |> }
include c
