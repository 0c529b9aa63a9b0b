# Defines: collector override define unknown
define d($c = 'def') { notify { "n$title": message => $c } }
d { 'x': }
D <| |> { zz => 'over' }
