Notify <| title == 'a' |> { message => 'x' }
class c { notify { 'a': message => 'orig' } }
include c
