# Virtual: exported virtual collector
@@notify { 'a': message => 'x' }
Notify <| |> { message => 'got' }
