# Relationships: stands in d
class c1 { 
  Notify <| tag != 'notify' |> <- Notify['s']
}
include c1
notify { 'c':  }
