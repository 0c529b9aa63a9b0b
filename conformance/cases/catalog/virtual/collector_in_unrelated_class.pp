notify { 'z': }
class b { Notify <| title == 'z' |> { message => 1 } }
include b
