@notify { "n1": message => undef }
@notify { "n2": }
Notify <| message == undef |>
