# Defines: collector override define params
define d($c = 'def') { notify { "n$title": message => $c } }
d { 'x': }
D <| |> { c => 'over' }
