# Virtual: override lambda scope
notify { 'a': }
['x'].each |$m| { Notify <| |> { message => $m } }
