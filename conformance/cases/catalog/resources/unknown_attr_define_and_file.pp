# Resources: unknown attr define and file
define d { }
d { 'x': nope => 1 }
file { '/a': nope => 1 }
