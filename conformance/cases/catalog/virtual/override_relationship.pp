# Virtual: override relationship
notify { 'a': } notify { 'z': } file { '/f': }
Notify <| title == 'a' |> { require => File['/f'] }
Notify <| title == 'z' |> { before => File['/missing'] }
