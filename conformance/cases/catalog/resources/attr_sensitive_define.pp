# Resources: attr sensitive define
define d(Sensitive[String] $s, $t = Sensitive('q')) { notify { "n$title": message => $s } }
d { 'x': s => Sensitive('pw') }
