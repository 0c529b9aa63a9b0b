# Relationships: stands in f
class c1 { 
  Notify <| tag != 'q' |> <- Notify['s'] <- File <|  |> 
}
include c1
notify { 'c':  }
