# Relationships: stands in c
class c1 { 
  Notify <| tag != 'notify' |> <- Notify['s'] <- File <|  |> 
}
include c1
notify { 'c':  }
