# Virtual: collect in chain overrides
@notify { 'a': } notify { 'b': }
Notify <| title == 'a' |> { message => 'z' } -> Notify['b']
