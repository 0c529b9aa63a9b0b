# Overrides: over defaults n
Notify { message => 'x' }
notify { 'a': message => 'q' }
Notify <| |> { message => 'x' }
