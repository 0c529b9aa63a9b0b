# Resources: attr sensitive type error
define d(Sensitive[Integer] $s) { }
d { 'x': s => Sensitive('pw') }
