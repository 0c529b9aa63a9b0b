# Virtual: override tag collect
@notify { 'a': }
@notify { 'b': tag => 'later' }
Notify <| title == 'a' |> { tag => 'later' }
Notify <| tag == 'later' |> { message => 'got' }
