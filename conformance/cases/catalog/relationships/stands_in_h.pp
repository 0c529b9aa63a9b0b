# Relationships: stands in h
Notify <| tag == 'x' |> <- Notify['s'] <- File['/x']
notify { 's': }
