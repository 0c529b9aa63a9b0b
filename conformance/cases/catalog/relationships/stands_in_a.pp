# Relationships: stands in a
notify { 'c': }
Notify <| tag != 'notify' |> { message => 'x' }
