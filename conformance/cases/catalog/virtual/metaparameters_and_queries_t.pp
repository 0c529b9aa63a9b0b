# Virtual: metaparameters and queries t
class x { $a = Notify['a'] -> Notify['b'] notice($a) $b = Notify['a'] <- Notify['b'] notice($b) $c = [Notify['a'], Notify['b']] -> Notify['c'] notice($c) $d = Notify['c'] ~> [Notify['a'], [Notify['b']]] notice($d) }
notify { ['a','b','c']: }
include x
$e = notify { 'e': } -> notify { 'f': }
notice($e)
$f = Notify['a'] -> [] notice($f)
$g = 'Notify[a]' -> 'Notify[b]' notice($g)
$h = Notify <| |> -> Notify['x']
notify { 'x': }
notice(type($h))
