node a1 { notify { n: require => Tp['x'] } }
node a2 { notice(defined(Tp['x'])) }
node a4 { notify { n: require => Tp['x'] } tp { x: a => 1, b => 2 } }
node a5 { realize(Tp['x']) }
node a6 { Tp['x'] -> notify { n: } }
node a7 { notice(Tp['x']) notice(Tp['x'] =~ Type[Tp]) }
node a8 { Tp['x'] { a => 2 } }
node a9 { Tp <| title == x |> }
node a10 { @tp { x: a => 1, b => 2 } notice(defined(Tp['x'])) }
node a12 { $x = Tp['x'] notify { n: message => $x } }
node a15 { notify { n: before => [Tp['x'], Notify['m']] } notify { m: } }
node a21 { notify { n: } -> Tp['x'] }
node a23 { tp { x: a => 1, b => 2, require => Tp['y'] } }
