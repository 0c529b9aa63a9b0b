# Resources: alias define
define d { }
d { 'a': alias => 'z' } d { 'z': }
