# Functions: odd titles and aliases g
create_resources('@notify', { 1 => { } })
Notify <| title == '1' |>
