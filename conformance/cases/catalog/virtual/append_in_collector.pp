notify { 'a': tag => 'one', require => File['/x'] }
file { ['/x', '/y']: }
Notify <| title == 'a' |> { require +> File['/y'], tag +> ['two', 'three'] }
