node a { gg { 'a': command => 'real' } gg { 'b': command => 'real' } }
node b { tp { 'x': } }
node c { tp { 'x': name => 'q', other => 'z' } }
node d { tq { 'x': } }
node f { @tp { 'x': } }
node g { tr { 'x': } }
node h { notice(Tp['x'] == Tp['y']) }
node i { Tp { other => 'c' } }
