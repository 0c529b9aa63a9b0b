# Virtual: query negated
@notify { 'a': }
Notify <| !(title == 'a') |>
