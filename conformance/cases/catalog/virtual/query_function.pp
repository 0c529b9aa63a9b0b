# Virtual: query function
@notify { 'a': }
Notify <| title == downcase('A') |>
