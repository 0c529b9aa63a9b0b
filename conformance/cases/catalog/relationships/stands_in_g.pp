# Relationships: stands in g
Notify <| tag == 'x' |> <- Notify['s'] <- File <|  |> 
