# Virtual: metaparameters and queries w20
@notify { 'a': message => "q" }
Notify <| message == @(E) |>
  q
  |- E
