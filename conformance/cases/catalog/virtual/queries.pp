@notify { 'a': tag => ['x', 'y'], message => 'm1' }
@notify { 'b': tag => 'y', message => 'm2', withpath => true }
@notify { 'c': message => 'm1', noop => true }
@notify { 'd': }
Notify <| (tag == 'x' or message == 'm2') and title != 'b' |>
Notify <| noop == true |>
