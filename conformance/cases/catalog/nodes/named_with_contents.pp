node 'test.example.com' { notify { 'n': } include c d { 'x': } }
class c { notify { 'c': } }
define d { notify { "d": } }
notify { 'top': }
