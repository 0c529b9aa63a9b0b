# Relationships: stands in e
class c1 { 
  Notify <| tag == 'x' |> <- Notify['s'] <- File <|  |> 
}
include c1
notify { 'c':  }
