# Defines: collector in define of own type
define d(Integer $n = 0) { if $n < 5 { @d { "d$n": n => $n + 1 } } D <| |> }
d { 'a': }
