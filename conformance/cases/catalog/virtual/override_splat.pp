# Virtual: override splat
notify { 'a': }
Notify <| |> { * => { message => 'm' } }
