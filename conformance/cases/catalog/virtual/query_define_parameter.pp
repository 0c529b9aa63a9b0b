define d($m = 1) { notify { $title: message => $m } }
@d { 'a': }
@d { 'b': m => 2 }
D <| m == 1 |>
D <| m == 2 |>
