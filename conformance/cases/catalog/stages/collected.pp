Stage <| |> { before => Class['x'] }
class x { }
include x
