# Defines: collector over define contents
define d($c) { notify { "n$title": message => $c } }
d { 'x': c => 1 }
Notify <| title == 'nx' |> { message => 'over' }
