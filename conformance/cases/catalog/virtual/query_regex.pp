# Virtual: query regex
@notify { 'a': }
Notify <| title =~ /a/ |>
