# settings: strict=warning
# Overrides: evaluated strict warning
define d2($x=1) { }
d2 { 'a': }
class c { D2 <| |> { x => 3 } }
define e { include c }
e { 'b': }
