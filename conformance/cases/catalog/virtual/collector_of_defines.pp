@d { 'v': p => 'given' }
define d($p) { notify { "d ${p}": } @notify { 'inner': tag => 'in' } }
D <| |>
Notify <| tag == 'in' |>
