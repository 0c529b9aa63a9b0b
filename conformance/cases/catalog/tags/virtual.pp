# Tags: virtual
class a { @notify { 'x': tag => 'q' } }
class b { Notify <| tag == 'a' |> { message => 'm' } }
include a, b
