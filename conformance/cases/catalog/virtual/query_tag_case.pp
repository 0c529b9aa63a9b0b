@notify { "n1": tag => 'Foo' }
Notify <| tag == 'FOO' |>
