# Virtual: query reference
@notify { 'a': require => File['/x'] } @notify { 'b': }
file { '/x': }
Notify <| require == File['/x'] |>
