# Defines: collector override bad type
define d(Integer $c = 1) { notify { "n$title": message => $c } }
d { 'x': }
D <| |> { c => 'over' }
