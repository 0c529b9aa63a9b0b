# Resources: dup define
define d { notify { 'a': } }
d { 'x': }
notify { 'a': }
