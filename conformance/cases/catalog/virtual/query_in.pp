# Virtual: query in
@notify { 'a': }
Notify <| title in ['a'] |>
