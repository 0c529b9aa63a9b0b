# Overrides: with defaults i
Notify { message => 'x' }
Notify[a] { message => 'y' }
@notify { 'a': }
Notify <| |>
