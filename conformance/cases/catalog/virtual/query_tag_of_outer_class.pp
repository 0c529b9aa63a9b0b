class a { include b }
class b { @notify { 'x': } @notify { 'y': tag => 'q' } }
include a
Notify <| tag == 'class' and tag == 'a' |>
