class a { @notify { 'a1': } }
include a
Notify <| tag == 'a' |>
