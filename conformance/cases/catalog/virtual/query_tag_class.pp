# Virtual: query tag class
class c { @notify { 'in': } }
include c
@notify { 'out': }
Notify <| tag == 'c' |>
