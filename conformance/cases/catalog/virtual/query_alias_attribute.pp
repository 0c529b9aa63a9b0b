# Virtual: query alias attribute
@notify { 'a': alias => 'z' }
Notify <| alias == 'z' |>
