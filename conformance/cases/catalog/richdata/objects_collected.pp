# Rich data: objects with references, collected
type P = Object[{attributes => {x => Any}}]
@@notify { r: message => P(Notify[z]), require => Notify[z] } notify { z: } Notify <| |> { message => P([Notify[z]]) }
