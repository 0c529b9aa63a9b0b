class web { notify { 'w': } file { '/w': tag => 'Mixed' } }
@notify { 'v': tag => ['web', 'x'] }
include web
Notify <| tag == 'web' |> { message => 'tagged' }
File <| tag == 'mixed' |> { owner => 'm' }
