node a1 { notify { n: require => Tp['x'] } }
node a4 { notify { n: require => Tp['x'] } tp { "1:2": c => 3 } }
node a5 { realize(Tp['x']) }
node a6 { Tp['x'] -> notify { n: } }
node a8 { Tp['x'] { a => 2 } }
node a10 { @tp { "1:2": c => 3 } notice(defined(Tp['x'])) }
node a11 { @tp { "1:2": c => 3 } notice(Tp['x']['a']) }
node a12 { $x = Tp['x'] notify { n: message => $x } }
node a13 { $x = [Tp['x']] notify { n: message => $x } }
node a21 { notify { n: } -> Tp['x'] }
node a23 { tp { "1:2": c => 3, require => Tp['y'] } }
node a24 { tp { '1:2': } notice(defined(Tp['1:2'])) notice(defined(Tp['1:3'])) notice(defined(Tp['z'])) }
node a25 { tp { '1:2': } notice(defined(Tp['1:2'])) notice(defined(Tp['1:3'])) notify { n: require => Tp['1:4'] } }
node a26 { $x = {a => Tp['x']} notify { n: message => $x } }
class c($x) { } node a27 { class { c: x => Tp["x"] } }
