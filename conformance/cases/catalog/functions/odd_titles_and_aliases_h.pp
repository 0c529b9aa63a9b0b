# Functions: odd titles and aliases h
create_resources('@notify', { 1 => { } })
Notify <| title == 1 |>
