# Defines: lambda in default
define d($a = [1,2].map |$x| { $x * 2 }) { notice($a) }
d { 'x': }
