# Defines: virtual define collected in define
define d { @e { "e-$title": } D2 <| |> @d2 { "d2-$title": } }
define d2 { notify { "n-$title": } }
define e { notify { "e $title": } }
d { 'a': }
d { 'b': }
E <| |>
