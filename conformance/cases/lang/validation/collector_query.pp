# queries are simple
Notify<| message > 1 |>
Notify<| message =~ /x/ |>
Notify<| !(message == 'x') |>
Notify<| tag == 'a' and include('x') |>
Notify<| -1 |>
