define d { @notify { "in $title": } }
d { 'a': }
@d { 'b': }
Notify <| |>
